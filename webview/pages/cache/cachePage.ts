import { html } from 'lit';
import { selectedInformer } from '../../store/reduce.ts';
import type { PageView } from '../pageView.ts';
import type { CacheModel } from './cacheModel.ts';

export const cachePage: PageView<'cache', CacheModel> = {
  title: 'cachePage',
  look: (model) => ({ informer: selectedInformer(model) }),
  view: () => html``,
};
