import type { PageName } from '../../protocol/pages.ts';
import type { Condition, Seen } from './condition.ts';
import type { ScenarioAction } from './scenarioAction.ts';
import type { Words } from './words.ts';

/**
 * A script that a person can run, read and step through: it does something to the playground, waits until something is seen, and says
 * what must have been seen. One that does not show what it tells has failed.
 */
export interface Scenario {
  /** Its name for programs: `updateStorm`. */
  readonly id: string;
  readonly title: Words;
  /** Of the article, 1 to 9; absent: it is about a rule that people trip over. */
  readonly chapter?: number;
  /** Rules of the contract that it shows: `D-09`. */
  readonly rules?: readonly string[];
  /** What it teaches. */
  readonly teaches: Words;
  /** A namespace of its own, which is made before its first step and is gone with the scenario. */
  readonly namespace?: string;
  readonly steps: readonly [ScenarioStep, ...ScenarioStep[]];
}

export interface ScenarioStep {
  readonly title: Words;
  /** What happens, and why: a sentence or three, as plain text. */
  readonly text: Words;
  readonly do?: readonly ScenarioAction[];
  /** Waited for, one after the other. */
  readonly until?: readonly Condition[];
  /** What must be true then. */
  readonly checks?: readonly ScenarioCheck[];
  /** Where it is seen. */
  readonly look?: readonly Look[];
  readonly figures?: (seen: Seen) => Figures;
}

export interface ScenarioCheck {
  /** What is seen, as a sentence. */
  readonly says: Words;
  readonly holds: (seen: Seen) => boolean;
}

export type Look =
  | { readonly page: Exclude<PageName, 'timeline'> }
  /** The entries of the stream that match it, of this step on; `scenario`: of all of it. */
  | { readonly filter: string; readonly since?: 'scenario' }
  /** The newest entry that matches the filter, and a page that tells of it. */
  | { readonly entry: string; readonly on?: 'item' | 'chain' };

export type FigureUnit = 'count' | 'bytes' | 'ms' | 'perSecond';

/** Measured, as a table: a column for each of what is compared. */
export interface Figures {
  readonly columns: readonly Words[];
  readonly rows: readonly FigureRow[];
}

export interface FigureRow {
  readonly name: Words;
  readonly unit: FigureUnit;
  /** One for each column. */
  readonly values: readonly number[];
}
