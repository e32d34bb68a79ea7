/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export type TimelineModel = Readonly<Record<string, never>>;

export type TimelineAction = { readonly type: 'none' };

export const initialTimeline: TimelineModel = {};

export function reduceTimeline(model: TimelineModel, _action: TimelineAction): TimelineModel {
  return model;
}
