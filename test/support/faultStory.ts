import { expect } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { seededRandom } from '../../extension/base/random.ts';
import { namespaceIndex, namespaceIndexFunc } from '../../extension/informer/indexer.ts';
import { type InformerSettings, SharedInformer } from '../../extension/informer/sharedInformer.ts';
import type { FaultSpec } from '../../extension/introspection/faults.ts';
import { Believer, describeObject } from './believer.ts';
import { longestRecoveryMs } from './longestRecovery.ts';
import { ManualGate } from './manualGate.ts';
import { PlaygroundHarness } from './playgroundHarness.ts';
import { RecordingProbe } from './recordingProbe.ts';
import { wireListerWatcher } from './wireListerWatcher.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
export const faultyPath = '/api/v1/namespaces/default/configmaps';

/** An informer on a playground that is broken on purpose, by the bytes that the product would read. */
export class FaultStory {
  readonly harness = new PlaygroundHarness({ compactionMs: 0 });
  readonly believer = new Believer();
  readonly informer: SharedInformer;
  readonly #settings: Partial<InformerSettings>;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #writes = 0;

  constructor(settings: Partial<InformerSettings>) {
    this.#settings = settings;
    this.informer = new SharedInformer({
      resource: configMaps,
      scope: {},
      settings,
      listerWatcher: wireListerWatcher(this.harness, configMaps, {}),
      indexers: { [namespaceIndex]: namespaceIndexFunc },
      clock: this.harness.clock,
      random: seededRandom(1),
      probe: new RecordingProbe(),
      gate: new ManualGate(),
      logger: silentLogger,
    });
    this.informer.addEventHandler(this.believer, { name: 'believer' });
    this.#running = this.informer.run(this.#stop.signal);
  }

  get clock() {
    return this.harness.clock;
  }

  async inject(fault: Partial<FaultSpec>): Promise<void> {
    const { status, text } = await this.harness.ask('POST', '/faults', { to: 'introspect', body: fault });
    if (status !== 200) throw new Error(text);
    await this.clock.settle();
  }

  async clear(): Promise<void> {
    await this.harness.ask('POST', '/faults/clear', { to: 'introspect' });
  }

  /** Creates, changes and deletes, so that each kind of event comes. */
  async write(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const name = `k${this.#writes % 5}`;
      const body = { metadata: { name }, data: { at: String(this.#writes++) } };
      if (this.#writes % 4 === 0) await this.harness.ask('DELETE', `${faultyPath}/${name}`);
      else if ((await this.harness.ask('PUT', `${faultyPath}/${name}`, { body })).status === 404) await this.harness.ask('POST', faultyPath, { body });
      if (index % 2 === 0) await this.clock.settle();
    }
  }

  /** Long enough for a stream that nothing came of to be given up, and then for the longest wait. */
  async rest(): Promise<void> {
    await this.clock.advance(15 * 60_000);
    await this.clock.advance(longestRecoveryMs(this.#settings.clientGo ?? '1.32'));
  }

  async server(): Promise<string[]> {
    const { json } = await this.harness.get('/api/v1/configmaps');
    return json.items.map((item: Parameters<typeof describeObject>[0]) => Object.values(describeObject(item)).join(' ')).toSorted();
  }

  get cache(): string[] {
    return this.informer.indexer.list().map((object) => Object.values(describeObject(object)).join(' ')).toSorted();
  }

  /** At rest: the cache has what the server has, and the handler was told so. */
  async expectTrue(): Promise<void> {
    const server = await this.server();
    expect(this.informer.hasSynced()).toBe(true);
    expect(this.cache).toEqual(server);
    expect(this.believer.beliefs).toEqual(server);
    expect(this.believer.mistakes).toEqual([]);
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.clock.settle();
    await this.#running;
    expect(this.harness.errors).toEqual([]);
  }
}
