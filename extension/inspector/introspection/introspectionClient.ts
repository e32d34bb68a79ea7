import { Buffer } from 'node:buffer';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { messageOf } from '../../base/codedError.ts';
import type { FaultSpec, FaultsView } from '../../introspection/faults.ts';
import type { FlowControlView, InflightLimits } from '../../introspection/flowControl.ts';
import type { FactLine } from '../../introspection/apiserverFact.ts';
import type { AuditRuleView, AuditView } from '../../introspection/audit.ts';
import type { FanOutView, RequestView, ResourceView, RingPage, SnapshotWritten, StorageView, StoreObject, StorePage, WatcherView } from '../../introspection/introspection.ts';
import type { PollersView, TrafficView } from '../../introspection/traffic.ts';
import type { WorldView } from '../../introspection/world.ts';
import type { Check } from '../../protocol/checks.ts';
import { factFault, introspectionChecks as checks } from './introspectionChecks.ts';
import { IntrospectionError } from './introspectionError.ts';
import { type IntrospectionAddress, IntrospectionTransport, unreadable } from './introspectionTransport.ts';

/** Pollers of one resource that are to be started. */
export interface AskedPollers extends Pick<PollersView, 'resource' | 'pollers' | 'periodMs' | 'consistent'> {
  /** When they end by themselves. */
  readonly forMs: number;
}

/** What is left out fits everything. */
type AskedAuditRule = Pick<AuditRuleView, 'level'> & Partial<Omit<AuditRuleView, 'level' | 'matched'>>;

/** Rules of the short form, or what a file of kube-apiserver has: a Policy of audit.k8s.io/v1. */
export type AskedAuditPolicy = { readonly rules: readonly AskedAuditRule[] } | { readonly policy: Readonly<Record<string, unknown>> };

/** Of a line of the trace. */
const mostLineBytes = 1024 * 1024;
const newline = 0x0a;
/** How lines begin of which nothing is made here, and of which there is one for each event of each resource: they are not parsed. */
const unread = /^\{"seq":\d+,"at":[\d.e+]+,"kind":"apiserver\.dispatched",/;

/** Looks into the playground that this process has started. Each call throws an IntrospectionError, and nothing else. */
export class IntrospectionClient implements Disposable {
  readonly #transport: IntrospectionTransport;

  constructor(address: IntrospectionAddress, clock: Clock) {
    this.#transport = new IntrospectionTransport(address, clock);
  }

  storage(): Promise<StorageView> {
    return this.#get('/storage', {}, checks.storage);
  }

  resources(): Promise<readonly ResourceView[]> {
    return this.#get('/resources', {}, checks.resources);
  }

  /** @param after `next` of the page before */
  store(resource: string, { after = '', limit = 0 }: { readonly after?: string; readonly limit?: number } = {}): Promise<StorePage> {
    return this.#get('/store', { resource, after, limit }, checks.store);
  }

  /** One object that the cache holds, masked. @param key its storage path */
  object(resource: string, key: string): Promise<StoreObject> {
    return this.#get('/object', { resource, key }, checks.object);
  }

  /** @param from `next` of the page before */
  ring(resource: string, { from = 0, limit = 0 }: { readonly from?: number; readonly limit?: number } = {}): Promise<RingPage> {
    return this.#get('/ring', { resource, from, limit }, checks.ring);
  }

  watchers(resource: string): Promise<readonly WatcherView[]> {
    return this.#get('/watchers', { resource }, checks.watchers);
  }

  /** Undefined for an event that is not remembered, or not of this resource. */
  async fanOut(resource: string, revision: number): Promise<FanOutView | undefined> {
    try {
      return await this.#get('/fan-out', { resource, revision }, checks.fanOut);
    } catch (error) {
      if (IntrospectionError.is(error, 'refused') && error.data.status === 404) return undefined;
      throw error;
    }
  }

  requests(): Promise<readonly RequestView[]> {
    return this.#get('/requests', {}, checks.requests);
  }

  flowControl(): Promise<FlowControlView> {
    return this.#get('/flow-control', {}, checks.flowControl);
  }

  /** What is left out stays as it is. @returns what holds from now on */
  setMaxInflight(limits: Partial<InflightLimits>): Promise<InflightLimits> {
    return this.#post('/max-inflight', limits, checks.inflightLimits);
  }

  audit(): Promise<AuditView> {
    return this.#get('/audit', {}, checks.audit);
  }

  /** What is audited from now on; no rules: nothing. */
  setAuditPolicy(asked: AskedAuditPolicy): Promise<AuditView> {
    return this.#post('/audit-policy', asked, checks.audit);
  }

  /** What lists and watches have cost. */
  traffic(): Promise<TrafficView> {
    return this.#get('/traffic', {}, checks.traffic);
  }

  /** Ends those that run, too. */
  startPollers(asked: AskedPollers): Promise<TrafficView> {
    return this.#post('/pollers', asked, checks.traffic);
  }

  endPollers(): Promise<TrafficView> {
    return this.#post('/pollers', { pollers: 0 }, checks.traffic);
  }

  world(): Promise<WorldView> {
    return this.#get('/world', {}, checks.world);
  }

  setWorldSpeed(speed: number): Promise<WorldView> {
    return this.#post('/world/speed', { speed }, checks.world);
  }

  /** How much happens by itself: `off`, `calm`, `busy`. */
  setChurn(churn: string): Promise<WorldView> {
    return this.#post('/world/churn', { churn }, checks.world);
  }

  /** Cuts a simulated controller off, or lets it hear and speak again. */
  connectController(name: string, connected: boolean): Promise<WorldView> {
    return this.#post('/world/controllers', { name, connected }, checks.world);
  }

  /** @returns the oldest revision that can still be read */
  async compact(revision?: number): Promise<number> {
    return (await this.#post('/compact', revision === undefined ? {} : { revision }, checks.compacted)).compacted;
  }

  async setCommitLatency(ms: number): Promise<void> {
    await this.#post('/commit-latency', { ms }, checks.commitLatency);
  }

  /** What is broken on purpose. */
  faults(): Promise<FaultsView> {
    return this.#get('/faults', {}, checks.faults);
  }

  /** Switches one on; what is left out has its defaults. @returns all that there are then */
  addFault(fault: Pick<FaultSpec, 'kind'> & Partial<FaultSpec>): Promise<FaultsView> {
    return this.#post('/faults', fault, checks.faults);
  }

  /** @param id default: all of them @returns all that there are then */
  clearFaults(id?: number): Promise<FaultsView> {
    return this.#post('/faults/clear', id === undefined ? {} : { id }, checks.faults);
  }

  /** @param file an absolute path; what is there is replaced */
  saveSnapshot(file: string): Promise<SnapshotWritten> {
    return this.#post('/snapshot', { file }, checks.snapshot);
  }

  /**
   * Follows what the API server does from now on, until `signal` aborts or the playground ends, and then resolves. What is of no
   * known kind is left out: a newer playground may tell more. To whom an event was offered is left out, too: {@link fanOut} tells of each.
   * @param onOpen nothing is missed from here on
   */
  async follow(onFacts: (facts: readonly FactLine[]) => void, signal: AbortSignal, onOpen: () => void = () => undefined): Promise<void> {
    try {
      const body = await this.#transport.stream('/trace', signal);
      onOpen();
      for await (const lines of linesOf(body)) handOver(lines, onFacts);
    } catch (error) {
      if (signal.aborted) return;
      throw IntrospectionError.is(error) ? error : new IntrospectionError('unreachable', messageOf(error), { status: 0 }, { cause: error });
    }
  }

  dispose(): void {
    this.#transport.dispose();
  }

  #get<T>(path: string, parameters: Readonly<Record<string, string | number>>, check: Check<T>): Promise<T> {
    const query = new URLSearchParams(Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])));
    return this.#checked(this.#transport.ask('GET', `${path}?${query.toString()}`), check);
  }

  #post<T>(path: string, body: object, check: Check<T>): Promise<T> {
    return this.#checked(this.#transport.ask('POST', path, body), check);
  }

  async #checked<T>(answer: Promise<unknown>, check: Check<T>): Promise<T> {
    const value = await answer;
    const fault = check(value, 'answer');
    if (fault !== undefined) throw unreadable(fault);
    return value as T;
  }
}

/** The whole lines of each part of the body that has some. @throws IntrospectionError for one that is too long */
async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  for await (const chunk of body) {
    const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = text.lastIndexOf(newline);
    rest = Buffer.from(text.subarray(end + 1));
    if (rest.length > mostLineBytes) throw unreadable(`a line of the trace has more than ${mostLineBytes} bytes`);
    if (end >= 0) yield text.toString('utf8', 0, end).split('\n');
  }
}

/** Together, also those before one that cannot be read. @throws IntrospectionError */
function handOver(lines: readonly string[], onFacts: (facts: readonly FactLine[]) => void): void {
  const facts: FactLine[] = [];
  try {
    for (const line of lines) {
      if (unread.test(line)) continue;
      const fact = readFact(line);
      if (fact) facts.push(fact);
    }
  } finally {
    if (facts.length > 0) onFacts(facts);
  }
}

/** @throws IntrospectionError for a line of a known kind that is not as it has to be */
function readFact(line: string): FactLine | undefined {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    throw unreadable('a line of the trace is not JSON', error);
  }
  const fault = factFault(json);
  if (fault === null) return undefined;
  if (fault !== undefined) throw unreadable(fault);
  return json as FactLine;
}
