import { clip } from '../base/clip.ts';
import { limits } from '../protocol/checks.ts';

/** Names come from a cluster, which may send any; the panel takes none that is longer. */
export function clipName(name: string): string {
  return clip(name, limits.name);
}

export function clipWord(word: string): string {
  return clip(word, limits.word);
}

export function clipText(text: string): string {
  return clip(text, limits.text);
}
