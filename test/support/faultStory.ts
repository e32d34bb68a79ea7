import { expect } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { seededRandom } from '../../extension/base/random.ts';
import { namespaceIndex, namespaceIndexFunc } from '../../extension/informer/indexer.ts';
import { type InformerSettings, SharedInformer } from '../../extension/informer/sharedInformer.ts';
import { type FaultSpec, faultTraits } from '../../extension/introspection/faults.ts';
import { Believer, describeObject } from './believer.ts';
import { longestRecoveryMs } from './longestRecovery.ts';
import { ManualGate } from './manualGate.ts';
import { PlaygroundHarness } from './playgroundHarness.ts';
import { RecordingProbe } from './recordingProbe.ts';
import { wireListerWatcher } from './wireListerWatcher.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
export const faultyPath = '/api/v1/namespaces/default/configmaps';

/** One of those in a story: with its own settings, and a name of its own for the server. */
interface Part {
  readonly name: string;
  readonly agent: string;
  readonly believer: Believer;
  readonly informer: SharedInformer;
  readonly running: Promise<void>;
}

/** Informers on a playground that is broken on purpose, by the bytes that the product would read. */
export class FaultStory {
  readonly harness = new PlaygroundHarness({ compactionMs: 0 });
  readonly #stop = new AbortController();
  readonly #parts: readonly Part[];
  readonly #recoveryMs: number;
  #writes = 0;

  /** @param settings of an informer each: what strikes one strikes every other by itself */
  constructor(...settings: readonly Partial<InformerSettings>[]) {
    this.#parts = settings.map((each, index) => this.#start(each, `test-${index}`));
    this.#recoveryMs = Math.max(...settings.map(({ clientGo = '1.32' }) => longestRecoveryMs(clientGo)));
  }

  #start(settings: Partial<InformerSettings>, agent: string): Part {
    const believer = new Believer();
    const informer = new SharedInformer({
      resource: configMaps,
      scope: {},
      settings,
      listerWatcher: wireListerWatcher(this.harness, configMaps, {}, agent),
      indexers: { [namespaceIndex]: namespaceIndexFunc },
      clock: this.harness.clock,
      random: seededRandom(1),
      probe: new RecordingProbe(),
      gate: new ManualGate(),
      logger: silentLogger,
    });
    informer.addEventHandler(believer, { name: 'believer' });
    return { name: JSON.stringify(settings), agent, believer, informer, running: informer.run(this.#stop.signal) };
  }

  get clock() {
    return this.harness.clock;
  }

  /** What strikes watches or requests strikes each informer, as often; the requests of the story itself are not struck. */
  async inject(fault: Partial<FaultSpec> & Pick<FaultSpec, 'kind'>): Promise<void> {
    const isOfServer = faultTraits[fault.kind].strikes === 'server';
    for (const { agent } of isOfServer ? this.#parts.slice(0, 1) : this.#parts) {
      const body = isOfServer ? fault : { ...fault, scope: { ...fault.scope, userAgent: agent } };
      const { status, text } = await this.harness.ask('POST', '/faults', { to: 'introspect', body });
      if (status !== 200) throw new Error(text);
    }
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
    await this.clock.advance(this.#recoveryMs);
  }

  /** Each watch expires once. */
  async listAnew(): Promise<void> {
    await this.inject({ kind: 'expireWatch', times: 1 });
    // A fault strikes when something is sent.
    await this.write(1);
    await this.rest();
    await this.clear();
  }

  async server(): Promise<string[]> {
    const { json } = await this.harness.get('/api/v1/configmaps');
    return json.items.map((item: Parameters<typeof describeObject>[0]) => Object.values(describeObject(item)).join(' ')).toSorted();
  }

  /** Whether each has that object in its cache. */
  have(key: string): readonly boolean[] {
    return this.#parts.map(({ informer }) => informer.indexer.get(key) !== undefined);
  }

  /** At rest: each cache has what the server has, and its handler was told so. */
  async expectTrue(): Promise<void> {
    const server = await this.server();
    for (const { name, informer, believer } of this.#parts) {
      expect(informer.hasSynced(), name).toBe(true);
      expect(informer.indexer.list().map((object) => Object.values(describeObject(object)).join(' ')).toSorted(), name).toEqual(server);
      expect(believer.beliefs, name).toEqual(server);
      expect(believer.mistakes, name).toEqual([]);
    }
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.clock.settle();
    await Promise.all(this.#parts.map(({ running }) => running));
    expect(this.harness.errors).toEqual([]);
  }
}
