import type { EntryOf } from '../../trace/entry.ts';

/** `kubectl patch`: whose program asked for what. */
export function requestLabel({ verb, userAgent }: Pick<EntryOf<'apiserver.request'>, 'verb' | 'userAgent'>): string {
  return [programOf(userAgent), verb].filter(Boolean).join(' ');
}

/** `kubectl` of `kubectl/v1.32.0 (linux/amd64) kubernetes/70d3cc9` */
export function programOf(userAgent: string): string {
  return userAgent.split(/[/ ]/, 1)[0]!;
}
