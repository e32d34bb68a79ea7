import { expect, onTestFailed } from 'vitest';
import type { InformerProgram } from './clientGoInformer.ts';
import { Pair, type Variant } from './pair.ts';
import { changed, type Fault, type Stage } from './stage.ts';

let scenes = 0;

/** Of a log, where a test has failed. */
const logged = 2_000;

/** What one test sees: a pair of each variant that has just been started, and what is done to all of them alike. */
export class Scene {
  readonly #stage: Stage;
  readonly #pairs: readonly Pair[];
  readonly #due: number[] = [];
  readonly #perhaps: (readonly number[])[] = [];
  #held: readonly number[] = [];

  private constructor(stage: Stage, pairs: readonly Pair[]) {
    this.#stage = stage;
    this.#pairs = pairs;
  }

  /** Whoever opens it closes it. */
  static async open(stage: Stage, program: InformerProgram, variants: readonly Variant[], resources: readonly string[] = [changed]): Promise<Scene> {
    const run = ++scenes;
    const pairs = await Promise.all(variants.map((variant) => Pair.start(stage, program, variant, resources, run)));
    onTestFailed(() => {
      for (const { name, clientGo } of pairs) console.log(`${name}, the log of client-go:\n${clientGo.log.slice(-logged)}`);
    });
    return new Scene(stage, pairs);
  }

  get #userAgents(): readonly string[] {
    return this.#pairs.flatMap(({ userAgents }) => userAgents);
  }

  /** Each will have been struck in the end. @returns its numbers */
  async strike(fault: Fault): Promise<readonly number[]> {
    const ids = await this.#stage.strike(this.#userAgents, fault);
    this.#due.push(...ids);
    return ids;
  }

  /** The same of what only some of them ask for: who streams does not list. One of them will have been struck. @returns its numbers */
  async mayStrike(fault: Fault): Promise<readonly number[]> {
    const ids = await this.#stage.strike(this.#userAgents, fault);
    this.#perhaps.push(ids);
    return ids;
  }

  /** Those alone that one of these faults has struck by now. */
  async strikeAgain(struck: readonly number[], fault: Fault): Promise<void> {
    const userAgents = await this.#stage.struckBy(struck);
    expect(userAgents).not.toEqual([]);
    this.#due.push(...(await this.#stage.strike(userAgents, fault)));
  }

  /** The same by chance, as its rate has it. @returns its numbers */
  scatter(fault: Fault): Promise<readonly number[]> {
    return this.#stage.strike(this.#userAgents, fault);
  }

  /** Done to the server itself. */
  async break(kind: 'compact' | 'restart' | 'restore'): Promise<void> {
    await this.#stage.inside.addFault({ kind });
  }

  async lag(ms: number): Promise<void> {
    await this.#stage.inside.addFault({ kind: 'lag', ms, scope: { resource: changed } });
  }

  /** What each asks for from now on is answered only after `release`, so that all find the same then. */
  async hold(): Promise<void> {
    this.#held = await this.#stage.strike(this.#userAgents, { kind: 'holdHeaders', times: 0 });
  }

  /** Each has asked for something meanwhile. */
  async untilHeld(): Promise<void> {
    await this.#stage.struck(this.#held);
  }

  async release(): Promise<void> {
    for (const id of this.#held) await this.#stage.inside.clearFaults(id);
  }

  /** Each has a watch open that has been sent all that it began with. */
  async untilWatching(): Promise<void> {
    await this.#stage.watching(this.#userAgents);
  }

  async inStep(resource = changed): Promise<void> {
    await Promise.all(this.#pairs.map((pair) => pair.inStep(resource)));
  }

  /** How often the handlers were called, pair by pair. */
  called(): readonly (readonly [number, number])[] {
    return this.#pairs.map((pair) => pair.called(changed));
  }

  /** All has happened that was to happen, and nothing is broken any more. */
  async end(): Promise<void> {
    await this.#stage.struck(this.#due);
    for (const ids of this.#perhaps) expect(await this.#stage.strikesOf(ids)).toBeGreaterThan(0);
    await this.#stage.inside.clearFaults();
  }

  /** No handler was told what did not fit what it had been told before. */
  expectSensible(resource = changed): void {
    for (const pair of this.#pairs) pair.expectSensibleCalls(resource);
  }

  /** @param from calls from which on the order of keys among each other is to be the same, too; undefined: it need not be */
  expectSame({ from, requests }: { readonly from: ReturnType<Scene['called']> | undefined; readonly requests: boolean }): void {
    for (const [index, pair] of this.#pairs.entries()) {
      pair.expectSameCalls(changed);
      if (from) pair.expectSameOrder(changed, from[index]!);
      if (requests) pair.expectSameRequests();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#pairs.map((pair) => pair.end()));
    await this.#stage.inside.clearFaults();
    expect(this.#stage.complaints).toBe('');
  }
}
