import { expect } from 'vitest';
import { resourcePath } from '../../../extension/cluster/resourcePath.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { describeObject } from '../../support/believer.ts';
import type { ControlPlane } from '../apiServer.ts';
import type { Changes } from './changes.ts';
import type { Trial } from './trial.ts';

/** Two of the longest delays, and as much again for a machine that has other things to do. */
const patience = { timeout: 240_000, interval: 20 };

/** What the server has, in a consistent list by somebody else: `namespace/name uid resourceVersion`, sorted. */
export async function onServer({ kubectl }: Pick<ControlPlane, 'kubectl'>, { resource, scope }: Pick<Trial, 'resource' | 'scope'>): Promise<string[]> {
  const selector = scope.labelSelector === undefined ? '' : `?labelSelector=${encodeURIComponent(scope.labelSelector)}`;
  const list = JSON.parse(await kubectl(['get', '--raw', `${resourcePath(resource, scope.namespace)}${selector}`])) as { readonly items: readonly KubeObject[] };
  return list.items.map((object) => `${describeObject(object).id} ${describeObject(object).value}`).toSorted();
}

/** All are told of what happens as it does. @param seed said where it fails */
export async function expectWatching(trials: readonly Trial[], seed: number, bounds: { readonly timeout: number; readonly interval: number }): Promise<void> {
  for (const { informer, name } of trials) await expect.poll(() => informer.phase.name, { ...bounds, message: `${name}, seed ${seed}` }).toBe('watch');
}

/**
 * Nothing is lost, and nothing is double, now that nobody changes anything: each cache and the last call of each handler tell what the server has, no call
 * was of what never was, and no request came sooner than the contract lets it.
 * @param seed said where it fails
 */
export async function expectNothingLost(plane: Pick<ControlPlane, 'kubectl'>, trials: readonly Trial[], changes: Changes, seed: number): Promise<void> {
  for (const trial of trials) {
    const said = (what: string): { message: string } => ({ message: `${what} of ${trial.name}, seed ${seed}` });
    const server = await onServer(plane, trial);
    if (trial.scope.namespace === undefined && trial.scope.labelSelector === undefined) {
      const written = server.map((line) => line.split(' ')[0]!).filter((key) => changes.historyOf(key));
      expect(written, said('what was written, as the server has it,').message).toEqual(changes.keys);
    }
    await expect.poll(() => trial.cached, { ...patience, ...said('the cache') }).toEqual(server);
    for (const witness of trial.witnesses) await expect.poll(() => witness.beliefs, { ...patience, ...said('the last calls') }).toEqual(server);
    expect(trial.witnesses.flatMap(({ mistakes }) => mistakes), said('the calls').message).toEqual([]);
    expect(trial.violations, said('the requests').message).toEqual([]);
    expect(trial.indexed, said('the index').message).toEqual(server.map((line) => line.split(' ')[0]!));
    // A resync fills it for a moment.
    await expect.poll(() => trial.informer.queueSnapshot(1), { ...patience, ...said('the queue') }).toMatchObject({ keys: 0, deltas: 0 });
  }
}
