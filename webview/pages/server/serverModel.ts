/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export type ServerModel = Readonly<Record<string, never>>;

export type ServerAction = { readonly type: 'none' };

export const initialServer: ServerModel = {};

export function reduceServer(model: ServerModel, _action: ServerAction): ServerModel {
  return model;
}
