import { html, type TemplateResult } from 'lit';
import type { CachePicture } from '../../../extension/protocol/pages/cache.ts';
import { choice } from '../../components/choice.ts';
import { addTexts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { articleNotes } from '../../components/articleNote.ts';
import type { PageView } from '../pageView.ts';
import type { CacheModel } from './cacheModel.ts';
import { cacheStrings } from './cacheStrings.ts';
import { checkView } from './checkView.ts';
import { indexView } from './indexView.ts';
import { readsView } from './readsView.ts';
import { stalenessView } from './stalenessView.ts';

addTexts(cacheStrings);

export const cachePage: PageView<'cache', CacheModel> = (view, own, picture) => {
  if (!picture) return html`<p class="hint">${view.texts.t('loading')}</p>`;
  if (picture.informer === '') return html`<p class="hint">${view.texts.t('noCache')}</p>`;
  return html`${informerChoice(view, picture)} ${indexView(view, own, picture)} ${checkView(view, own, picture)} ${stalenessView(view, own, picture)} ${readsView(view, own, picture)} ${articleNotes('cache', view.texts)}`;
};

/** Whose cache it is; another than the panel's informer can be looked at here. */
function informerChoice({ texts, actions }: View, { informer, informers }: CachePicture): TemplateResult {
  if (informers.length === 1) return html`<p class="cache-of owner">${informer}</p>`;
  return html`<div class="table-bar cache-of">
    ${choice({
      label: texts.t('cacheOf'),
      options: informers.map((name) => ({ value: name, text: name })),
      value: informer,
      onChange: (name) => actions.onPage({ page: 'cache', action: { type: 'informer', informer: name } }),
    })}
  </div>`;
}
