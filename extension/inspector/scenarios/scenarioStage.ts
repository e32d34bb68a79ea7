import type { Seq } from '../../trace/entry.ts';
import type { Condition, Seen } from './condition.ts';
import type { ScenarioAction } from './scenarioAction.ts';

/** Takes back what was done. May be slow, and may fail: the rest is taken back all the same. */
export type Undo = (signal: AbortSignal) => Promise<void> | void;

/** Numbers of the entries before which the scenario and the step began. */
export interface Marks {
  readonly scenario: Seq;
  readonly step: Seq;
}

/** Where scenarios are played: everything that they can do and see. */
export interface ScenarioStage {
  /** Number of the newest entry. */
  readonly lastSeq: Seq;
  /** @throws ScenarioError `refused`; the signal's reason */
  perform(action: ScenarioAction, signal: AbortSignal): Promise<Undo | undefined>;
  /** Resolves when it holds. @throws ScenarioError `unseen`, when it has not come for long; the signal's reason */
  until(condition: Condition, marks: Marks, signal: AbortSignal): Promise<void>;
  seen(marks: Marks): Seen;
  /** Everything is taken back. */
  close(): Promise<void>;
}
