import type { NormalTrace } from './normalTrace.ts';

/** Something in which a real server of an older release differs from the one that the playground shows. Whatever is not here is the same. */
export interface ServerDifference {
  readonly feature: string;
  readonly reason: string;
  /** Whether a real server of release 1.`minor` lacks it. */
  readonly isLackingIn: (minor: number) => boolean;
  /** What the playground's trace of a step would be without it; the same object where it plays no part. */
  readonly without: (trace: NormalTrace) => NormalTrace;
}

export const serverDifferences: readonly ServerDifference[] = [
  {
    feature: 'WatchList',
    reason: 'servers stream the state at the beginning of a watch from 1.32 on, but for 1.33; older ones refuse the watch, and the Reflector lists (R-15, R-55)',
    isLackingIn: (minor) => minor < 32 || minor === 33,
    without: listedInstead,
  },
];

const streamed = ['reflector.watch streaming', 'reflector.accepted', 'reflector.bookmark end'] as const;

/** The watch is refused and a list is made in its place; then a watch goes on from there, which otherwise is the same one. */
function listedInstead(trace: NormalTrace): NormalTrace {
  const { whole, keys } = trace;
  const at = whole.indexOf(streamed[0]);
  if (at < 0 || streamed.some((word, index) => whole[at + index] !== word)) return trace;
  const version = whole.includes('reflector.relist') ? '""' : '"0"';
  const listed = ['reflector.watch streaming', 'reflector.error watch 422 relist', `reflector.list ${version} limit 500`, 'reflector.accepted', 'reflector.listed'];
  const [after, synced] = [whole.slice(at + streamed.length).filter((word) => word !== 'reflector.synced'), whole.filter((word) => word === 'reflector.synced')];
  return {
    whole: [...whole.slice(0, at), ...listed, ...after, 'reflector.watch', 'reflector.accepted', ...synced],
    keys: Object.fromEntries(Object.entries(keys).map(([key, words]) => [key, words.filter((word) => word !== 'reflector.event ADDED')])),
  };
}
