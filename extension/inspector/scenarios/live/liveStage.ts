import { type Clock, sleep } from '../../../base/clock.ts';
import { messageOf } from '../../../base/codedError.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Random } from '../../../base/random.ts';
import type { KubeObject } from '../../../kube/object.ts';
import type { Seq } from '../../../trace/entry.ts';
import type { Session } from '../../session.ts';
import { actionText } from '../actionText.ts';
import { type Condition, conditionText, type Measured, type Seen } from '../condition.ts';
import type { ActionOf, Measuring, ScenarioAction } from '../scenarioAction.ts';
import { ScenarioError } from '../scenarioError.ts';
import type { Marks, ScenarioStage, Undo } from '../scenarioStage.ts';
import { words } from '../words.ts';
import { flood } from './flood.ts';
import { Gates } from './gates.ts';
import { informersApart } from './informersApart.ts';
import { KubectlWriter } from './kubectlWriter.ts';
import { measure } from './measure.ts';
import type { OpenClient } from './scenarioClient.ts';
import { StageInformers } from './stageInformers.ts';
import { runReconciler } from './stageReconcilers.ts';
import { StageServer } from './stageServer.ts';
import { entriesAfter, untilEntries } from './traceSight.ts';

export interface LiveStageOptions {
  readonly session: Session;
  readonly openClient: OpenClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** What has not come after so long does not come any more; default: a minute. */
  readonly patienceMs?: number;
}

/** How often what no entry tells of is looked for. */
const lookMs = 50;

/** Scenarios are played here: on the session of the playground, beside whatever a person does there. */
export class LiveStage implements ScenarioStage {
  readonly #options: LiveStageOptions;
  readonly #writer: KubectlWriter;
  readonly #gates: Gates;
  readonly #informers: StageInformers;
  readonly #server: StageServer;
  readonly #measured = new Map<string, Measured>();
  /** Before the first thing that was done. */
  readonly #began: Seq;

  constructor(options: LiveStageOptions) {
    this.#options = options;
    this.#writer = new KubectlWriter(options.openClient, options.clock, options.random);
    this.#gates = new Gates(options.session.stepper);
    this.#informers = new StageInformers(options.session.informers, options.clock);
    this.#server = new StageServer(options.session);
    this.#began = this.lastSeq;
  }

  get lastSeq(): Seq {
    return this.#options.session.tracer.lastSeq;
  }

  async perform(action: ScenarioAction, signal: AbortSignal): Promise<Undo | undefined> {
    signal.throwIfAborted();
    try {
      return await this.#perform(action, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw refused(action, error);
    }
  }

  async until(condition: Condition, marks: Marks, signal: AbortSignal): Promise<void> {
    const { clock, session, patienceMs = 60_000 } = this.#options;
    const late = new AbortController();
    const patience = clock.setTimer(patienceMs, () => late.abort());
    const either = AbortSignal.any([signal, late.signal]);
    try {
      if ('entries' in condition) {
        const { entries, times = 1, that, since = 'step' } = condition;
        await untilEntries(session.tracer, entries, { since: marks[since], times, that }, either);
      } else {
        while (!(await this.#holds(condition, marks, either))) if (!(await sleep(clock, lookMs, either))) either.throwIfAborted();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!late.signal.aborted) throw error;
      const seconds = patienceMs / 1000;
      const what = conditionText(condition);
      throw new ScenarioError('unseen', words(`It was waited ${seconds} s for this, which did not come: ${what}.`, `等了 ${seconds} s 仍未出现：${what}。`));
    } finally {
      patience.dispose();
    }
  }

  seen(marks: Marks): Seen {
    const { tracer } = this.#options.session;
    return {
      entries: (filter, since = 'step') => entriesAfter(tracer, filter, marks[since]),
      measured: (name) => this.#measured.get(name) ?? {},
    };
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  async #perform(action: ScenarioAction, signal: AbortSignal): Promise<Undo | undefined> {
    const { session } = this.#options;
    switch (action.do) {
      case 'create':
        return this.#writer.create(action, signal);
      case 'patch':
        return this.#writer.patch(action, signal);
      case 'setImage':
        return this.#writer.setImage(action, signal);
      case 'delete':
        await this.#writer.delete(action, signal);
        return undefined;
      case 'startInformer':
        return this.#startInformer(action, signal);
      case 'slowHandler':
        this.#informers.slow(action);
        return undefined;
      case 'hold':
        return this.#gates.hold(action);
      case 'step':
        if (!this.#gates.step(action)) throw new Error('nothing stands there');
        return undefined;
      case 'release':
        this.#gates.release(action);
        return undefined;
      case 'runReconciler':
        return runReconciler(session, action, this.#writer, signal);
      case 'dropWatch':
        await this.#watches(action.informer, signal);
        this.#whatIf.dropWatch(action.informer);
        return undefined;
      case 'answerNext': {
        const armed = this.#whatIf.answerNext(action.informer, action.request, action.code);
        return () => armed.dispose();
      }
      case 'resync':
        await this.#watches(action.informer, signal);
        this.#whatIf.resync(action.informer);
        return undefined;
      case 'fault':
        return this.#server.breakBy(action.fault);
      case 'clearFaults':
        await this.#server.mend(action);
        return undefined;
      case 'poll':
        return this.#server.poll(action);
      case 'stopPolling':
        await this.#server.stopPolling();
        return undefined;
      case 'limitInflight':
        return this.#server.limitInflight(action);
      case 'flood':
        this.#measured.set(action.as, await flood(action, this.#options, signal));
        return undefined;
      case 'informersApart':
        this.#measured.set(action.as, await this.#measureApart(action, signal));
        return undefined;
      case 'measure':
        this.#measured.set(action.as, await this.#measure(action.what));
        return undefined;
    }
  }

  /** What happens next, happens to one that watches. */
  async #startInformer(action: ActionOf<'startInformer'>, signal: AbortSignal): Promise<Undo> {
    const { name, stop } = this.#informers.start(action);
    try {
      await this.#soon({ synced: name }, signal);
      await this.#watches(name, signal);
    } catch (error) {
      await stop();
      throw error;
    }
    return stop;
  }

  #watches(informer: string, signal: AbortSignal): Promise<void> {
    return this.#soon({ watching: informer }, signal);
  }

  #soon(condition: Condition, signal: AbortSignal): Promise<void> {
    return this.until(condition, { scenario: this.#began, step: this.lastSeq }, signal);
  }

  /** Looked at now. @throws ApiError, IntrospectionError; the signal's reason */
  async #holds(condition: Exclude<Condition, { readonly entries: string }>, marks: Marks, signal: AbortSignal): Promise<boolean> {
    const { session } = this.#options;
    if ('held' in condition) {
      const { held: point, key, owner } = condition;
      return session.stepper.held.some((step) => step.point === point && (key === undefined || step.key === key) && (owner === undefined || step.owner === owner));
    }
    if ('told' in condition) return condition.told(this.seen(marks));
    if ('watching' in condition) return session.informers.signsOf(condition.watching) !== undefined;
    if ('synced' in condition) return session.informers.get(condition.synced)?.hasSynced() ?? false;
    if ('object' in condition) {
      const { is = (object: KubeObject | undefined) => object !== undefined } = condition;
      return is(await this.#writer.find(condition.object, signal));
    }
    const measured = await this.#measure(condition.measure);
    this.#measured.set(condition.as, measured);
    return condition.gives(measured);
  }

  #measure(what: Measuring): Promise<Measured> {
    const { session } = this.#options;
    return measure(what, {
      requests: () => session.cluster.requests?.figures(),
      introspection: () => this.#server.inside(),
      versionOf: (filter) => entriesAfter(session.tracer, filter, this.#began).at(-1)?.rv,
    });
  }

  async #measureApart(action: ActionOf<'informersApart'>, signal: AbortSignal): Promise<Measured> {
    const { openClient, clock, random, logger } = this.#options;
    const client = await openClient({ userAgent: 'scenario' });
    try {
      let watchers = 0;
      const onSynced = async (): Promise<void> => {
        ({ watchers = 0 } = await this.#measure({ of: 'watchCache', resource: action.resource }));
      };
      const measured = await informersApart(action, { client, clock, random, logger, onSynced }, signal);
      return { ...measured, watchers };
    } finally {
      await client.close();
    }
  }

  get #whatIf(): NonNullable<Session['whatIf']> {
    const { whatIf } = this.#options.session;
    if (!whatIf) throw new Error('nothing may be changed here');
    return whatIf;
  }
}

function refused(action: ScenarioAction, error: unknown): ScenarioError {
  if (ScenarioError.is(error)) return error;
  const what = actionText(action);
  const why = messageOf(error);
  return new ScenarioError('refused', words(`This could not be done: ${what} (${why}). Stop the scenario and run it again.`, `无法完成：${what}（${why}）。请停止场景后重新运行。`), { cause: error });
}
