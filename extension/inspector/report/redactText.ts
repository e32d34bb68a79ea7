import { isPublicWord } from './publicWords.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** What tells of a machine or of a person wherever it stands, in the order in which it is looked for. What is left of each is said in its place. */
const patterns: readonly (readonly [RegExp, string | ((match: string) => string)])[] = [
  [/\bfile:\/\/[^\s"'“”<>)\]]+/g, lastOfOwn],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'“”<>)\]]+/gi, '<address>'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '<address>'],
  [/(?<![\w.])(?:[A-Za-z]:)?(?:[\\/][^\s\\/:,;"'“”<>(){}]+){2,}(?::\d+(?::\d+)?)?/g, lastOfOwn],
  [/~[\\/][^\s,;"'“”<>]+/g, '<path>'],
  [/\b\d{1,3}(\.\d{1,3}){3}\b(:\d+)?/g, '<address>'],
  [/(?<![\w:])(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){5})[0-9a-f:]{3,}(?![\w:])/gi, '<address>'],
  [/(?<![\w./-])[a-z0-9-]+(\.[a-z0-9-]+)+:\d{2,5}\b/gi, '<address>'],
  [/(?<=\b(?:ENOTFOUND|EAI_AGAIN) )[\w.-]+/g, '<address>'],
  [/(?<=\bDNS:)[\w.*-]+/g, '<address>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
];

/** What an API server puts between quotes after one of these is a name, whatever it looks like. */
const quoted = /(?<=\b(?:user|namespace|serviceaccount|group) ")[^"\n]+(?=")/gi;

/** Of three parts or more, or of two before a version: a host, or the group of a custom resource, perhaps somebody's own. */
const dotted = /(?<![\w./@<-])(?:[a-z0-9-]+\.){2,}[a-z]{2,}(?![\w.-])|(?<![\w./@<-])[a-z0-9-]+\.[a-z]{2,}(?=\/v\d)/g;

/** Names in it are recognised as what they are made of. */
const word = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu;

/**
 * A text that people wrote or programs said, such as lines of the log, without addresses, paths, and the names that are known: what has a pseudonym has the
 * same one here. What looks like a key of an object is taken for one, also when it is long gone.
 */
export function redactText(text: string, pseudonyms: Pseudonyms): string {
  // Names with spaces or signs in them, of contexts above all, are no words: the longest first, since one may stand in another.
  const odd = [...pseudonyms.originals()].filter((original) => !/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(original)).toSorted((a, b) => b.length - a.length);
  let out = text;
  for (const original of odd) out = out.replaceAll(original, pseudonyms.get(original)!);
  for (const [pattern, instead] of patterns) out = out.replaceAll(pattern, (match) => (typeof instead === 'string' ? instead : instead(match)));
  const unlessKnown = (name: string): string => (isPublicWord(name) || pseudonyms.get(name) !== undefined ? name : '<name>');
  out = out.replaceAll(quoted, unlessKnown).replaceAll(dotted, (name) => (name.split('.').every(isPublicWord) ? name : unlessKnown(name)));
  out = out.replaceAll(/(?<![\w/@.<-])[a-z0-9][a-z0-9.-]*\/[a-z0-9][a-z0-9.-]*(?![\w/@-])/g, (key) => looksLikeKey(key, pseudonyms));
  return out.replaceAll(word, (found) => redactWord(found, pseudonyms));
}

/** What nothing is known of is not remembered either: `and/or` would be taken for two names from then on. */
function looksLikeKey(key: string, pseudonyms: Pseudonyms): string {
  const parts = key.split('/');
  return parts.some(isPublicWord) ? key : parts.map((part) => (pseudonyms.inText(part) === undefined ? '<name>' : part)).join('/');
}

/** A name, what begins with one and a dash, or a name with the full stop of its sentence. */
function redactWord(found: string, pseudonyms: Pseudonyms): string {
  const bare = found.replace(/[.-]+$/, '');
  const known = pseudonyms.inText(bare);
  if (known !== undefined) return known + found.slice(bare.length);
  const parts = bare.split(/(?<=[.-])/);
  // Pods that are gone are called as their ReplicaSet, and this as its Deployment.
  let start = '';
  for (const part of parts) {
    start += part;
    const name = start.replace(/[.-]$/, '');
    if (pseudonyms.inText(name) !== undefined && name.length > 1) return pseudonyms.of(bare, 'name') + found.slice(bare.length);
  }
  return parts.map((part) => replacedPart(part, pseudonyms)).join('') + found.slice(bare.length);
}

function replacedPart(part: string, pseudonyms: Pseudonyms): string {
  const name = part.replace(/[.-]$/, '');
  const known = name.length > 1 ? pseudonyms.inText(name) : undefined;
  return known === undefined ? part : known + part.slice(name.length);
}

/** Of a place in this extension's own code the file is said, without where it is installed. */
function lastOfOwn(path: string): string {
  const own = /[\\/]dist[\\/]((?:chunks[\\/])?[\w-]+\.[cm]?js(?::\d+){0,2})$/.exec(path)?.[1];
  return own === undefined ? '<path>' : `dist/${own}`;
}
