/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export type QueuesModel = Readonly<Record<string, never>>;

export type QueuesAction = { readonly type: 'none' };

export const initialQueues: QueuesModel = {};

export function reduceQueues(model: QueuesModel, _action: QueuesAction): QueuesModel {
  return model;
}
