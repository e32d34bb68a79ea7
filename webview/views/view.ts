import type { PanelModel } from '../store/model.ts';
import type { Texts } from '../strings.ts';
import type { PanelActions } from '../actions.ts';

/** What every view is made from. A view is a function of it, and keeps nothing. */
export interface View {
  readonly model: PanelModel;
  readonly texts: Texts;
  readonly actions: PanelActions;
}
