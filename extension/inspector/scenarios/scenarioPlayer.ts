import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/codedError.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Logger } from '../../base/logger.ts';
import type { Seq } from '../../trace/entry.ts';
import type { Seen } from './condition.ts';
import type { Figures, Look, Scenario, ScenarioStep } from './scenario.ts';
import { ScenarioError } from './scenarioError.ts';
import type { Marks, ScenarioStage, Undo } from './scenarioStage.ts';
import { type Words, words } from './words.ts';

/** `ready`: the next step can be done. `ending`: what was done is being taken back. */
export type PlayState = 'ready' | 'running' | 'ending' | 'done' | 'failed' | 'stopped';

export interface StepResult {
  readonly state: 'pending' | 'running' | 'done' | 'failed' | 'stopped';
  /** Why it failed. */
  readonly failure?: Words;
  readonly checks: readonly { readonly says: Words; readonly held: boolean }[];
  readonly looks: readonly FoundLook[];
  readonly figures?: Figures;
}

/** Where it is seen what a step tells of, as it can be opened. */
export type FoundLook =
  | Extract<Look, { readonly page: unknown }>
  | { readonly filter: string }
  | { readonly seq: Seq; readonly on: 'item' | 'chain' };

export interface ScenarioPlayerOptions {
  readonly scenario: Scenario;
  readonly stage: ScenarioStage;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What is not taken back by then stays. */
const undoWithinMs = 30_000;
/** The same, where the server is about to go anyway. */
const undoHastilyMs = 2000;

const pending: StepResult = { state: 'pending', checks: [], looks: [] };

/**
 * Plays one scenario, step by step or to its end. However it ends, all that it did is taken back, what was done last first; what a
 * person does beside it is left alone.
 */
export class ScenarioPlayer {
  readonly scenario: Scenario;
  readonly #options: ScenarioPlayerOptions;
  readonly #results: StepResult[];
  readonly #undos: Undo[] = [];
  readonly #stop = new AbortController();
  readonly #onChange = new Emitter<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #began: Seq;
  #state: PlayState = 'ready';
  /** Steps that have been begun. */
  #begun = 0;
  /** Steps before this one are to be done. */
  #upTo = 0;
  #haste = false;

  constructor(options: ScenarioPlayerOptions) {
    this.#options = options;
    this.scenario = options.scenario;
    this.#results = options.scenario.steps.map(() => pending);
    this.#began = options.stage.lastSeq;
  }

  readonly onChange: Event<void> = this.#onChange.event;

  get state(): PlayState {
    return this.#state;
  }

  /** The step that is being done, or was done last; 0 before the first. */
  get at(): number {
    return Math.max(0, this.#begun - 1);
  }

  /** One for each step. */
  get results(): readonly StepResult[] {
    return this.#results;
  }

  /** Nothing of it is left. */
  get isOver(): boolean {
    return this.#state === 'done' || this.#state === 'failed' || this.#state === 'stopped';
  }

  /** Resolves when nothing of it is left; never rejects. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Does the next step; nothing while one is being done. */
  next(): void {
    if (this.#state !== 'ready') return;
    this.#upTo = this.#begun + 1;
    void this.#play();
  }

  /** Does all that are left, also after the one that is being done. */
  runToEnd(): void {
    if (this.#state !== 'ready' && this.#state !== 'running') return;
    this.#upTo = this.scenario.steps.length;
    if (this.#state === 'ready') void this.#play();
  }

  /** Ends it, wherever it is. Resolves when nothing of it is left. @param haste the server is about to go: what does not go at once is left */
  async stop(haste = false): Promise<void> {
    this.#haste ||= haste;
    if (!this.#stop.signal.aborted) {
      this.#stop.abort();
      if (this.#state === 'ready') void this.#end('stopped');
    }
    await this.ended;
  }

  async #play(): Promise<void> {
    this.#become('running');
    while (this.#begun < this.#upTo && !this.#stop.signal.aborted) {
      const index = this.#begun++;
      const step = this.scenario.steps[index]!;
      this.#report(index, { ...pending, state: 'running' });
      const marks: Marks = { scenario: this.#began, step: this.#options.stage.lastSeq };
      const result = await this.#do(step, index, marks);
      this.#report(index, result);
      if (result.state === 'failed') return this.#end('failed');
    }
    if (this.#stop.signal.aborted) return this.#end('stopped');
    if (this.#begun === this.scenario.steps.length) return this.#end('done');
    return this.#become('ready');
  }

  async #do({ do: actions = [], until = [], checks = [], look = [], figures }: ScenarioStep, index: number, marks: Marks): Promise<StepResult> {
    const { stage } = this.#options;
    const { signal } = this.#stop;
    try {
      if (index === 0) await this.#makeNamespace(signal);
      for (const action of actions) this.#remember(await stage.perform(action, signal));
      for (const condition of until) await stage.until(condition, marks, signal);
      signal.throwIfAborted();
      const seen = stage.seen(marks);
      const held = checks.map(({ says, holds }) => ({ says, held: holds(seen) }));
      const untrue = held.find((check) => !check.held);
      return {
        state: untrue ? 'failed' : 'done',
        ...(untrue && { failure: words(`This was not so: ${untrue.says.en}`, `并非如此：${untrue.says.zh}`) }),
        checks: held,
        looks: look.flatMap((each) => found(each, seen, marks)),
        ...(figures && { figures: figures(seen) }),
      };
    } catch (error) {
      if (signal.aborted) return { ...pending, state: 'stopped' };
      this.#options.logger.warn('scenario', `${this.scenario.id}, step ${index + 1}: ${messageOf(error)}`);
      const failure = ScenarioError.is(error) ? error.data : words(`It went wrong: ${messageOf(error)}`, `出错：${messageOf(error)}`);
      return { ...pending, state: 'failed', failure };
    }
  }

  async #makeNamespace(signal: AbortSignal): Promise<void> {
    const { namespace: name } = this.scenario;
    if (name === undefined) return;
    this.#remember(await this.#options.stage.perform({ do: 'create', resource: 'v1/namespaces', object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } }, signal));
  }

  #remember(undo: Undo | undefined): void {
    if (undo) this.#undos.push(undo);
  }

  async #end(as: Exclude<PlayState, 'ready' | 'running' | 'ending'>): Promise<void> {
    const { clock, stage, logger } = this.#options;
    this.#become('ending');
    const late = new AbortController();
    const patience = clock.setTimer(this.#haste ? undoHastilyMs : undoWithinMs, () => late.abort());
    for (const undo of this.#undos.splice(0).toReversed()) {
      try {
        await undo(late.signal);
      } catch (error) {
        logger.warn('scenario', `${this.scenario.id}: something could not be taken back: ${messageOf(error)}`);
      }
    }
    patience.dispose();
    await stage.close().catch((error: unknown) => logger.warn('scenario', messageOf(error)));
    this.#become(as);
    this.#onChange.dispose();
    this.#ended.resolve();
  }

  #report(index: number, result: StepResult): void {
    this.#results[index] = result;
    this.#onChange.fire();
  }

  #become(state: PlayState): void {
    this.#state = state;
    this.#onChange.fire();
  }
}

/** What is not there cannot be looked at. */
function found(look: Look, seen: Seen, marks: Marks): readonly FoundLook[] {
  if ('page' in look) return [look];
  if ('filter' in look) return [{ filter: `${look.filter} seq:${marks[look.since ?? 'step'] + 1}..` }];
  const seq = seen.entries(look.entry, 'scenario').at(-1)?.seq;
  return seq === undefined ? [] : [{ seq, on: look.on ?? 'chain' }];
}
