/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface LintsModel {
  /** Those that are gone are listed, too. */
  readonly showsGone: boolean;
}

export type LintsAction = { readonly type: 'toggleGone' };

export const initialLints: LintsModel = { showsGone: false };

export function reduceLints(model: LintsModel, action: LintsAction): LintsModel {
  return action.type === 'toggleGone' ? { ...model, showsGone: !model.showsGone } : model;
}
