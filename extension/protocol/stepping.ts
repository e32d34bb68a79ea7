import { type Check, count, flag, list, name, nullable, number, oneOf, optional, prose, record, word } from './checks.ts';

/** What is stepped, and how: the part of the panel's picture that tells of it, and what the panel asks. */
export interface StepperView {
  readonly paused: boolean;
  /** What is held, oldest first; bounded, `heldCount` is the true number. */
  readonly held: readonly HeldStepView[];
  readonly heldCount: number;
  /** Id of the held step that Step, Step Over and Step Out mean; null: none is held. It is among `held`. */
  readonly chosen: number | null;
  /** The item that is being stepped through, where it stands or stood last; null: none is. */
  readonly inHand: InHandView | null;
  /** Why it stands still; null while it does not. */
  readonly reason: StopReasonView | null;
  /** The pattern of the key that it runs to, as long as nothing of it has come; null: none. */
  readonly runningTo: string | null;
  /** How long a gate stays closed before it opens by itself; 0: at full speed. */
  readonly slowMotionMs: number;
  readonly pile: PileView;
  /** What logpoints wrote last, oldest first. */
  readonly logged: readonly LoggedView[];
  /** What happens may be changed (What-if): on the playground and in a recording. */
  readonly changeable: boolean;
  /** Something runs that can be held: not so in a recording that is only looked at. */
  readonly steppable: boolean;
}

export interface HeldStepView {
  /** Another for each that is held, also for the same key. */
  readonly id: number;
  /** `queue.pop`, `workqueue.get` … */
  readonly point: string;
  readonly owner: string;
  readonly key: string;
  readonly heldMs: number;
  /** It goes on by itself (slow motion). */
  readonly briefly: boolean;
  /** What may be decided on it besides that it goes on: `skip`, `delay` … */
  readonly takes: readonly string[];
}

export interface InHandView {
  readonly point: string;
  readonly owner: string;
  readonly key: string;
  /** It stands before `point`; otherwise it has gone on from there and has not met another gate. */
  readonly held: boolean;
}

/** `left`: the item that was stepped through has left the pipeline. */
export type StopReason = 'pause' | 'step' | 'left' | 'breakpoint' | 'runTo';

export interface StopReasonView {
  readonly type: StopReason;
  /** Of a breakpoint what it says, of `runTo` the key; otherwise empty. */
  readonly detail: string;
}

/** A line of a logpoint. */
export interface LoggedView {
  /** The entry, or what led to the gate; null: it is not known. */
  readonly seq: number | null;
  readonly owner: string;
  readonly key: string;
  readonly text: string;
}

/** What gathers while something is held. */
export interface PileView {
  readonly deltas: number;
  readonly deltaKeys: number;
  /** Keys that are ready in the work queues. */
  readonly workKeys: number;
  /** How many deltas may gather before the Reflector has to wait; 0: no bound. */
  readonly bound: number;
  /** Informers whose queue has reached it. */
  readonly full: readonly string[];
}

/** Milliseconds for which a gate stays closed in slow motion; 0: full speed. */
export const slowMotions = [0, 100, 200, 500, 1000, 3000] as const;

/** What a person may do to the course of things, where nothing real comes to harm. */
export const whatIfs = ['skip', 'duplicate', 'delay', 'reorder', 'forge', 'failReconcile', 'resync', 'dropWatch', 'answer'] as const;
export type WhatIf = (typeof whatIfs)[number];

/**
 * A breakpoint, as far as it is known where it is asked for: `{ key, informer }` of a row, `{ path }` of a field. With nothing at all
 * the person is asked. Names are those of `BreakpointSpec` in the debugger.
 */
export interface BreakpointParts {
  readonly key?: string;
  readonly informer?: string;
  readonly delta?: string;
  readonly point?: string;
  readonly path?: string;
  readonly error?: string;
  readonly attempts?: number;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

export interface SteppingMessages {
  'stepper/pause': Record<string, never>;
  'stepper/continue': Record<string, never>;
  /** To the next gate of the chosen item. */
  'stepper/step': Record<string, never>;
  /** To the end of the stage that it is in. */
  'stepper/over': Record<string, never>;
  /** Until it has left the pipeline. */
  'stepper/out': Record<string, never>;
  /** Step, Step Over and Step Out mean this held step from now on. */
  'stepper/choose': { readonly held: number };
  /** On until something of this key comes to a gate; null: the person is asked which. */
  'stepper/runTo': { readonly key: string | null };
  'stepper/slowMotion': { readonly ms: number };
  /** Where Pause holds: the person is asked. */
  'stepper/points': Record<string, never>;
  'breakpoint/add': BreakpointParts;
  /** The person is asked for what else it takes. */
  'whatIf/do': { readonly what: WhatIf };
}

export const stepperCheck: Check<StepperView> = record<StepperView>({
  paused: flag,
  held: list(record<HeldStepView>({ id: count, point: word, owner: name, key: name, heldMs: number, briefly: flag, takes: list(word) })),
  heldCount: count,
  chosen: nullable(count),
  inHand: nullable(record<InHandView>({ point: word, owner: name, key: name, held: flag })),
  reason: nullable(record<StopReasonView>({ type: oneOf('pause', 'step', 'left', 'breakpoint', 'runTo'), detail: prose })),
  runningTo: nullable(prose),
  slowMotionMs: number,
  pile: record<PileView>({ deltas: count, deltaKeys: count, workKeys: count, bound: count, full: list(name) }),
  logged: list(record<LoggedView>({ seq: nullable(count), owner: name, key: name, text: prose })),
  changeable: flag,
  steppable: flag,
});

const nothing = record<Record<string, never>>({});

export const steppingChecks: { readonly [Name in keyof SteppingMessages]: Check<SteppingMessages[Name]> } = {
  'stepper/pause': nothing,
  'stepper/continue': nothing,
  'stepper/step': nothing,
  'stepper/over': nothing,
  'stepper/out': nothing,
  'stepper/choose': record<SteppingMessages['stepper/choose']>({ held: count }),
  'stepper/runTo': record<SteppingMessages['stepper/runTo']>({ key: nullable(name) }),
  'stepper/slowMotion': record<SteppingMessages['stepper/slowMotion']>({ ms: oneOfNumbers(slowMotions) }),
  'stepper/points': nothing,
  'breakpoint/add': record<BreakpointParts>({
    key: optional(name),
    informer: optional(name),
    delta: optional(word),
    point: optional(word),
    path: optional(name),
    error: optional(word),
    attempts: optional(count),
    condition: optional(prose),
    hitCondition: optional(word),
    logMessage: optional(prose),
  }),
  'whatIf/do': record<SteppingMessages['whatIf/do']>({ what: oneOf(...whatIfs) }),
};

function oneOfNumbers(values: readonly number[]): Check<number> {
  return (value, path) => (values.some((each) => each === value) ? undefined : `${path} is none of ${values.join(', ')}`);
}

/** While nothing is stepped. */
export const notStepped: StepperView = {
  paused: false,
  held: [],
  heldCount: 0,
  chosen: null,
  inHand: null,
  reason: null,
  runningTo: null,
  slowMotionMs: 0,
  pile: { deltas: 0, deltaKeys: 0, workKeys: 0, bound: 0, full: [] },
  logged: [],
  changeable: false,
  steppable: true,
};
