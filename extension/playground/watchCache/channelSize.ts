const least = 10;
const most = { indexedWithTrigger: 10, indexed: 1000, notIndexed: 100 };

/**
 * How many events may wait for one watcher: about one second of what the ring holds, within bounds.
 * @param indexed the resource has a trigger field
 * @param triggerUsed the watcher asks for one value of it
 */
export function channelSize(capacity: number, windowMs: number, indexed: boolean, triggerUsed: boolean): number {
  const aSecond = Math.ceil((capacity * 1000) / windowMs);
  const bound = indexed ? (triggerUsed ? most.indexedWithTrigger : most.indexed) : most.notIndexed;
  return Math.min(Math.max(aSecond, least), bound);
}
