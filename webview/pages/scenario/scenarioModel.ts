/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface ScenarioModel {
  /** The step that is shown in full; -1: the one that is played. */
  readonly step: number;
}

/** `-1`: the one that is played, from now on. */
export type ScenarioAction = { readonly type: 'show'; readonly step: number };

export const initialScenario: ScenarioModel = { step: -1 };

export function reduceScenario(model: ScenarioModel, { step }: ScenarioAction): ScenarioModel {
  return { ...model, step };
}
