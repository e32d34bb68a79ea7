import type { PanelModel } from '../store/model.ts';
import type { Texts } from '../strings.ts';
import type { PanelActions } from '../actions.ts';

/** What every view is made from. A view is a function of it, and keeps nothing. */
export interface View {
  /** Where it is read when something happens, it is that of then, and not what was drawn: keys come faster than frames. */
  readonly model: PanelModel;
  readonly texts: Texts;
  readonly actions: PanelActions;
}
