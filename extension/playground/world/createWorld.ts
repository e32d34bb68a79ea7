import { seededRandom } from '../../base/random.ts';
import type { KubeObject } from '../../kube/object.ts';
import { largeWorld } from './largeWorld.ts';
import { smallWorld } from './smallWorld.ts';
import { WorldContext } from './worldContext.ts';

export const worldSizes = ['small', 'town', 'city'] as const;

/** Some 80 objects, to which come the roles that every cluster has; 5,000 pods; 20,000 pods. */
export type WorldSize = (typeof worldSizes)[number];

/**
 * The objects that a playground begins with: whole, as their controllers would have left them, without versions.
 * The same seed gives the same world, but for its times.
 * @param now wall time in milliseconds
 */
export function createWorld(size: WorldSize, seed: number, now: number): readonly KubeObject[] {
  const context = new WorldContext(seededRandom(seed), now);
  switch (size) {
    case 'small':
      return smallWorld(context);
    case 'town':
      return largeWorld(context, 5_000);
    case 'city':
      return largeWorld(context, 20_000);
  }
}
