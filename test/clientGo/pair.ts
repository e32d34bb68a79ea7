import { expect } from 'vitest';
import { ClientGoInformer, type Gates, type InformerProgram } from './clientGoInformer.ts';
import { type InformerCall, lineOf, linesByKey, replay } from './informerCall.ts';
import { choicesOf, OwnInformer } from './ownInformer.ts';
import type { Stage } from './stage.ts';

/** One way in which client-go's informer can be run. */
export interface Variant {
  readonly name: string;
  readonly gates?: Gates;
  readonly protobuf?: boolean;
}

const patience = { timeout: 120_000, interval: 50 };

/** client-go's informer and ours, with the same rules, beside each other. */
export class Pair {
  readonly name: string;
  /** Of each: no other has it as a part. */
  readonly userAgents: readonly [clientGo: string, own: string];
  readonly clientGo: ClientGoInformer;
  readonly own: OwnInformer;
  readonly gates: Gates;
  readonly #stage: Stage;

  private constructor(name: string, userAgents: Pair['userAgents'], clientGo: ClientGoInformer, own: OwnInformer, gates: Gates, stage: Stage) {
    this.name = name;
    this.userAgents = userAgents;
    this.clientGo = clientGo;
    this.own = own;
    this.gates = gates;
    this.#stage = stage;
  }

  /** Starts both. Whoever starts one ends it. */
  static async start(stage: Stage, program: InformerProgram, { name, ...variant }: Variant, resources: readonly string[], run: number): Promise<Pair> {
    const userAgents = [`<client-go ${name} ${run}>`, `<own ${name} ${run}>`] as const;
    const clientGo = new ClientGoInformer({ program, kubeconfig: stage.kubeconfig, userAgent: userAgents[0], resources, ...variant });
    try {
      const gates = await clientGo.gates;
      const own = await OwnInformer.start({ kubeconfig: stage.kubeconfig, userAgent: userAgents[1], resources, choices: choicesOf(gates) });
      return new Pair(name, userAgents, clientGo, own, gates, stage);
    } catch (error) {
      await clientGo.end();
      throw error;
    }
  }

  /** Both stores, and what somebody believes who hears the calls alone, have come to be what the server has. */
  async inStep(resource: string): Promise<void> {
    const away = async (): Promise<unknown> => {
      const wanted = await this.#stage.list(resource);
      const { stores, synced } = await this.clientGo.stores();
      const [theirs, ours] = [this.clientGo, this.own].map((side) => replay(callsOf(side, resource)));
      const states = { 'store of client-go': stores[resource]!, 'calls of client-go': theirs!.state, 'own store': this.own.stores[resource]!, 'own calls': ours!.state };
      const differences = Object.entries(states).map(([name, state]) => [name, difference(state, wanted)] as const).filter(([, lines]) => lines.length > 0);
      return { ...Object.fromEntries(differences), ...(!synced[resource] && { 'client-go': 'has not synced' }) };
    };
    await expect.poll(away, { ...patience, message: `${this.name}, ${resource}` }).toEqual({});
  }

  /** Each call fits what those before it have told. */
  expectSensibleCalls(resource: string): void {
    for (const side of [this.clientGo, this.own]) expect(replay(callsOf(side, resource)).mistakes, this.name).toEqual([]);
  }

  /** Their handlers were called for the same, key by key in the same order; keys among each other come as their queues have them. */
  expectSameCalls(resource: string): void {
    const [theirs, ours] = [callsOf(this.clientGo, resource), callsOf(this.own, resource)];
    expect(linesByKey(ours), this.name).toEqual(linesByKey(theirs));
  }

  /** A queue that keeps the order calls them for all keys in the same order, as long as nothing is listed. @param from number of the call from which on */
  expectSameOrder(resource: string, [theirs, ours]: readonly [number, number]): void {
    if (!this.gates['InOrderInformers']) return;
    expect(callsOf(this.own, resource).slice(ours).map(lineOf), this.name).toEqual(callsOf(this.clientGo, resource).slice(theirs).map(lineOf));
  }

  /** How often each was called so far. */
  called(resource: string): readonly [number, number] {
    return [callsOf(this.clientGo, resource).length, callsOf(this.own, resource).length];
  }

  /** They have asked the server for the same in the same order, but for how long a watch may take. */
  expectSameRequests(): void {
    const [theirs, ours] = this.userAgents.map((userAgent) => this.#stage.requestsOf(userAgent)).map((requests) => (this.#clientStreams ? withoutTriedStreams(requests) : requests)) as [string[], string[]];
    expect(ours, this.name).toEqual(theirs);
    expect(theirs.length, this.name).toBeGreaterThan(0);
  }

  /**
   * In 0.32 and 0.33 the client below the informer tries to stream each list, too, which no server since 1.34 has an answer to. By its gates a release
   * can be told from 0.36 alone.
   */
  get #clientStreams(): boolean {
    return this.gates['WatchListClient'] === true && !('AtomicFIFO' in this.gates);
  }

  async end(): Promise<void> {
    await Promise.all([this.clientGo.end(), this.own.end()]);
  }
}

function callsOf({ calls }: { readonly calls: readonly InformerCall[] }, resource: string): readonly InformerCall[] {
  return calls.filter((call) => call.resource === resource);
}

/** Without the streamed lists that were tried right before each plain one. */
function withoutTriedStreams(requests: readonly string[]): readonly string[] {
  const isTried = (index: number): boolean => requests[index]?.includes('sendInitialEvents=true') === true && (requests[index + 1]?.startsWith('list') === true || isTried(index + 1));
  return requests.filter((_, index) => !isTried(index));
}

/** What is there and should not be (+), and what should be and is not (-); the first of each. */
function difference(state: readonly string[], wanted: readonly string[]): readonly string[] {
  const [there, due] = [new Set(state), new Set(wanted)];
  return [...state.filter((line) => !due.has(line)).slice(0, 5).map((line) => `+ ${line}`), ...wanted.filter((line) => !there.has(line)).slice(0, 5).map((line) => `- ${line}`)];
}
