import type { TemplateResult } from 'lit';
import type { LookOf, PageName, PictureOf } from '../../extension/protocol/pages.ts';
import type { PanelModel } from '../store/model.ts';
import type { View } from '../views/view.ts';

/**
 * A page of the panel. What it shows is the host's picture of what `look` names; what a person has chosen on it is its own
 * model. Both are data, and its view is a function of them.
 */
export interface Page<Name extends PageName, Model> {
  /** What the host is asked for; null: nothing. Asked again whenever the answer is another (compared as JSON). */
  readonly look: (model: PanelModel, own: Model) => LookOf<Name> | null;
  /** A few characters beside its title: how much there is to see. */
  readonly badge?: (model: PanelModel) => string;
  readonly load: () => Promise<PageView<Name, Model>>;
}

/** The picture is the newest, also of an older look, until there is another: nothing flickers. Null until the first. */
export type PageView<Name extends PageName, Model> = (view: View, own: Model, picture: PictureOf<Name> | null) => TemplateResult;
