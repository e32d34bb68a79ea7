import { type Check, nothing } from './checks.ts';

/** What the panel asks of the scenario that is played on its session. */
export interface ScenarioMessages {
  /** Choose one, and play it. */
  readonly 'scenario/choose': Record<string, never>;
  readonly 'scenario/next': Record<string, never>;
  readonly 'scenario/runToEnd': Record<string, never>;
  readonly 'scenario/stop': Record<string, never>;
  /** From its beginning. */
  readonly 'scenario/again': Record<string, never>;
  /** Its script as a document. */
  readonly 'scenario/script': Record<string, never>;
}

export const scenarioChecks: { readonly [Name in keyof ScenarioMessages]: Check<ScenarioMessages[Name]> } = {
  'scenario/choose': nothing,
  'scenario/next': nothing,
  'scenario/runToEnd': nothing,
  'scenario/stop': nothing,
  'scenario/again': nothing,
  'scenario/script': nothing,
};
