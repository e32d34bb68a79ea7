import { isPublicWord } from './publicWords.ts';
import type { PseudonymKind, Pseudonyms } from './pseudonyms.ts';

/** `namespace/name`, or `name`. */
export function redactKey(key: string, pseudonyms: Pseudonyms): string {
  const slash = key.indexOf('/');
  return slash < 0 ? pseudonyms.of(key, 'name') : `${pseudonyms.of(key.slice(0, slash), 'namespace')}/${pseudonyms.of(key.slice(slash + 1), 'name')}`;
}

/** A path, a resource, a lookup, a selector: the words in it that are everybody's stay, all others are replaced. What separates them stays. */
export function redactWords(text: string, kind: PseudonymKind, pseudonyms: Pseudonyms): string {
  return text.replaceAll(/[^\s/@?&=,;()[\]{}!<>"'“”|]+/g, (word) => (isPublicWord(word) ? word : pseudonyms.of(word, kind)));
}

/** `spec.template.spec.nodeName`: each step of it that is not a field of Kubernetes' own is replaced. */
export function redactFieldPath(path: string, pseudonyms: Pseudonyms): string {
  return path.replaceAll(/[^.[\]"'/]+/g, (step) => (isPublicWord(step) ? step : pseudonyms.of(step, 'field')));
}
