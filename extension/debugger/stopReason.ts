import type { Seq } from '../trace/entry.ts';

/** Why the pipeline stands still, in the words of the Debug Adapter Protocol where it has some. */
export type StopReason =
  | { readonly type: 'pause' }
  /** One gate is closed to it, and nothing is paused: `Stepper.holdAt`. */
  | { readonly type: 'gate'; readonly gate: number }
  /** The item that was let go has come to the gate to which it was to go; or it has left the pipeline, and there is no such gate. */
  | { readonly type: 'step'; readonly hasLeft: boolean }
  | { readonly type: 'runTo'; readonly key: string }
  /** @see Breakpoints. `seq`: the entry that it broke on, where it was one and not a gate. */
  | { readonly type: 'breakpoint'; readonly id: string; readonly seq?: Seq };
