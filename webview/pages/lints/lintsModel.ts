/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export type LintsModel = Readonly<Record<string, never>>;

export type LintsAction = { readonly type: 'none' };

export const initialLints: LintsModel = {};

export function reduceLints(model: LintsModel, _action: LintsAction): LintsModel {
  return model;
}
