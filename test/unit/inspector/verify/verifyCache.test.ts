import { afterEach, describe, expect, it } from 'vitest';
import type { ListPage } from '../../../../extension/informer/listerWatcher.ts';
import type { ListOptions } from '../../../../extension/kube/listOptions.ts';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { ApiError } from '../../../../extension/kube/status.ts';
import type { WatchEvent } from '../../../../extension/kube/watchEvent.ts';
import { type CacheVerification, verifyCache, type VerifyProgress } from '../../../../extension/inspector/verify/verifyCache.ts';
import { type HarnessOptions, InformerHarness } from '../../../support/informerHarness.ts';
import { ManualGate } from '../../../support/manualGate.ts';
import { added, bookmark, deleted, modified, page, pod } from '../../../support/objects.ts';
import { ScriptedListerWatcher } from '../../../support/scriptedListerWatcher.ts';

const expired = new ApiError({ code: 410, reason: 'Expired', message: 'the token is too old' });

/** An informer whose server says one thing, and a check whose server says another. */
class Scene {
  readonly server: ScriptedListerWatcher;
  readonly harness: InformerHarness;
  readonly progress: VerifyProgress[] = [];
  readonly abort = new AbortController();
  lists: ScriptedListerWatcher | undefined;

  constructor(cached: ListPage, options: HarnessOptions = {}) {
    this.server = new ScriptedListerWatcher([cached]);
    this.harness = new InformerHarness(this.server, options);
  }

  async start(): Promise<this> {
    await this.harness.start();
    return this;
  }

  verify(...answers: ConstructorParameters<typeof ScriptedListerWatcher>[0]): Promise<CacheVerification> {
    this.lists = new ScriptedListerWatcher(answers);
    const { informer, probe, clock } = this.harness;
    return verifyCache({
      informer: informer.name,
      cache: informer,
      listerWatcher: this.lists,
      onEntry: probe.onEntry,
      clock,
      signal: this.abort.signal,
      onProgress: (progress) => this.progress.push(progress),
    });
  }

  /** What the watch brings. */
  async send(...events: WatchEvent[]): Promise<void> {
    this.server.current.send(...events);
    await this.harness.clock.settle();
  }
}

let scene: Scene;

async function begin(version: number, cached: readonly KubeObject[], options?: HarnessOptions): Promise<Scene> {
  scene = await new Scene(page(version, cached), options).start();
  return scene;
}

afterEach(() => scene.harness.stop());

function found({ differences }: CacheVerification): string[] {
  return differences.map(({ key, kind, cached, server }) => `${kind} ${key} ${cached?.rv ?? '-'} ${server?.rv ?? '-'}`);
}

describe('verifyCache', () => {
  it('finds nothing where cache and server have the same objects in the same versions', async () => {
    await begin(10, [pod('a', 1), pod('b', 2)]);
    const verification = await scene.verify(page(500, [pod('b', 2), pod('a', 1)]));
    expect(verification).toMatchObject({ outcome: 'same', version: '500', objects: 2, pages: 1, bytes: 200, differences: [], undecided: undefined, changedSince: 0, stopped: false });
    expect(scene.lists!.lists).toEqual([{ limit: 500 }]);
    expect(scene.harness.clock.now()).toBe(0);
  });

  it('finds what is missing, too much, older, newer than possible, and another object of the same name', async () => {
    await begin(20, [pod('extra', 1), pod('forged', 9), pod('older', 2), pod('other', 3), pod('same', 4)]);
    const verification = await scene.verify(page(20, [pod('forged', 5), pod('missing', 6), pod('older', 7), pod('other', 8, { uid: 'another' }), pod('same', 4)]));
    expect(verification.outcome).toBe('differs');
    expect(found(verification).toSorted()).toEqual(['extra d/extra 1 -', 'missing d/missing - 6', 'newer d/forged 9 5', 'older d/older 2 7', 'otherUid d/other 3 8']);
    expect(verification.counts).toEqual({ missing: 1, extra: 1, older: 1, newer: 1, otherUid: 1 });
  });

  it('calls no difference what has changed after the list: updated, created, created anew, deleted', async () => {
    await begin(10, [pod('a', 1), pod('b', 2), pod('c', 3), pod('gone', 4)]);
    const list = Promise.withResolvers<ListPage>();
    const verifying = scene.verify(() => list.promise);
    await scene.send(modified(pod('a', 12)), added(pod('new', 13)), deleted(pod('b', 14)), added(pod('b', 15, { uid: 'another' })), deleted(pod('gone', 16)));
    list.resolve(page(11, [pod('a', 1), pod('b', 2), pod('c', 3), pod('gone', 4)]));
    const verification = await verifying;
    expect(verification).toMatchObject({ outcome: 'same', differences: [], changedSince: 4 });
  });

  it('waits for what is on its way, and finds then that nothing is wrong', async () => {
    await begin(10, [pod('a', 1), pod('gone', 2)]);
    const verifying = scene.verify(page(14, [pod('a', 12), pod('new', 13)]));
    await scene.harness.clock.settle();
    expect(scene.progress.at(-1)).toEqual({ phase: 'waiting', undecided: 3, why: 'behind', version: '14' });
    await scene.send(modified(pod('a', 12)), added(pod('new', 13)), deleted(pod('gone', 14)));
    await scene.harness.clock.advance(100);
    expect(await verifying).toMatchObject({ outcome: 'same', differences: [], undecided: undefined });
  });

  it('decides by how far the watch has come: an event that was lost is found as soon as a later one has arrived', async () => {
    await begin(10, [pod('a', 1), pod('gone', 2)]);
    const verifying = scene.verify(page(15, [pod('a', 12), pod('b', 15)]));
    await scene.send(added(pod('b', 15)));
    await scene.harness.clock.advance(100);
    expect(found(await verifying)).toEqual(['older d/a 1 12', 'extra d/gone 2 -']);
  });

  it('decides by a bookmark where nothing happens', async () => {
    await begin(10, [pod('gone', 2)]);
    const verifying = scene.verify(page(15, []));
    await scene.harness.clock.advance(30_000);
    await scene.send(bookmark(16));
    await scene.harness.clock.advance(100);
    expect(found(await verifying)).toEqual(['extra d/gone 2 -']);
  });

  it('says what it could not decide, when the watch does not come as far', async () => {
    await begin(10, [pod('a', 1)]);
    const verifying = scene.verify(page(15, [pod('a', 12)]));
    await scene.harness.clock.advance(80_000);
    const verification = await verifying;
    expect(verification).toMatchObject({ outcome: 'undecided', differences: [], undecided: { count: 1, why: 'behind', differences: [{ key: 'd/a', kind: 'older' }] }, stopped: false });
    expect(verification.tookMs).toBeGreaterThanOrEqual(75_000);
  });

  it('decides nothing of a key while deltas of it wait to be popped', async () => {
    await begin(10, [pod('a', 1)], { gate: new ManualGate('queue.pop') });
    scene.harness.gate.open();
    await scene.harness.clock.settle();
    scene.harness.gate.close('queue.pop');
    await scene.send(modified(pod('a', 12)));
    const verifying = scene.verify(page(15, [pod('a', 12)]));
    await scene.harness.clock.advance(200);
    expect(scene.progress.at(-1)).toMatchObject({ phase: 'waiting', undecided: 1, why: 'queued' });
    scene.abort.abort();
    expect(await verifying).toMatchObject({ outcome: 'undecided', undecided: { why: 'queued' }, stopped: true });
    scene.harness.gate.open();
  });

  it('cannot tell older from newer where versions are no numbers, and says so; what is equal is equal', async () => {
    await begin(10, [pod('a', 'x1'), pod('b', 'x2')]);
    const verifying = scene.verify(page('v3', [pod('a', 'x9'), pod('b', 'x2')]));
    await scene.harness.clock.advance(80_000);
    expect(await verifying).toMatchObject({ outcome: 'undecided', undecided: { count: 1, why: 'incomparable' } });
  });

  it('takes a list of the informer that came meanwhile for what it is: whatever that did not have is gone', async () => {
    scene = new Scene(page(10, [pod('a', 1), pod('b', 2)]), { settings: { queue: 'atomic' } });
    await scene.start();
    const list = Promise.withResolvers<ListPage>();
    const verifying = scene.verify(() => list.promise);
    await scene.send({ type: 'ERROR', object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Expired', code: 410 } });
    scene.server.list = () => Promise.resolve(page(20, [pod('a', 1)]));
    await scene.harness.clock.advance(1000);
    expect(scene.harness.cache).toEqual(['d/a 1']);
    list.resolve(page(15, [pod('a', 1), pod('b', 2)]));
    expect(await verifying).toMatchObject({ outcome: 'same', changedSince: 1 });
  });

  it('reads a long list in pages, says how far it is, and begins once more when its token has expired', async () => {
    await begin(10, [pod('a', 1), pod('b', 2)]);
    const first = page(20, [pod('a', 1)], { continue: 'more', remainingItemCount: 1 });
    const verification = await scene.verify(first, expired, first, page(20, [pod('b', 2)]));
    expect(verification).toMatchObject({ outcome: 'same', objects: 2, pages: 2 });
    expect(scene.progress).toContainEqual({ phase: 'listing', objects: 1, remaining: 1 });
    expect(scene.lists!.lists.map(({ continue: token }: ListOptions) => token)).toEqual([undefined, 'more', undefined, 'more']);
  });

  it('gives up when the token expires again, and when the server refuses', async () => {
    await begin(10, []);
    const first = page(20, [pod('a', 1)], { continue: 'more' });
    await expect(scene.verify(first, expired, first, expired)).rejects.toBe(expired);
    const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: 'no' });
    await expect(scene.verify(forbidden)).rejects.toBe(forbidden);
  });

  it('ends at once when it is stopped, with what stopped it', async () => {
    await begin(10, []);
    const verifying = scene.verify(() => new Promise<ListPage>(() => undefined));
    scene.abort.abort();
    await expect(Promise.race([verifying, scene.harness.clock.settle().then(() => 'still waits')])).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('keeps so many differences, and counts all', async () => {
    await begin(1000, []);
    const verification = await scene.verify(page(1000, Array.from({ length: 300 }, (_, index) => pod(`p${index}`, index + 1))));
    expect(verification.differences).toHaveLength(200);
    expect(verification.counts.missing).toBe(300);
  });
});
