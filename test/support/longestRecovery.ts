import { type ClientGo, profiles } from '../../extension/informer/profile.ts';

/**
 * The longest time that an informer may need, undisturbed, until it has again what a server has that answers: two of
 * its longest delays. It may have just begun to wait for its next attempt, and be told only then that its version has
 * expired, for which it waits once more. Two minutes for client-go (30 s, and as much again by chance), ten for the
 * article, whose delays grow to five minutes. A second more for requests and very short watches.
 */
export function longestRecoveryMs(clientGo: ClientGo): number {
  const { capMs, jitter } = profiles[clientGo].backoff;
  return 2 * capMs * (1 + jitter) + 1000;
}
