import { limits } from '../../protocol/checks.ts';
import type { CachePicture } from '../../protocol/pages/cache.ts';
import { namespaceIndex } from '../../informer/indexer.ts';
import { clipName } from '../clip.ts';
import { checkView } from './cache/checkView.ts';
import { disagreements } from './cache/disagreements.ts';
import { allKeysView, indexView, keysOfView } from './cache/indexViews.ts';
import { readsViews } from './cache/readsViews.ts';
import { stalenessViews } from './cache/stalenessViews.ts';
import type { Page } from './page.ts';

/** What one cache holds, who reads it, how old it is, and whether it is true. */
export const cachePage: Page<'cache'> = ({ session, selected, words }, look) => {
  const { all } = session.informers;
  const shared: Pick<CachePicture, 'informers' | 'reads' | 'staleness' | 'disagreements'> = {
    informers: all.slice(0, limits.elements).map(({ name }) => clipName(name)),
    reads: readsViews(session),
    staleness: stalenessViews(session, words),
    disagreements: disagreements(all),
  };
  const chosen = all.find(({ name }) => name === look.informer) ?? all.find(({ name }) => name === selected) ?? all[0];
  if (!chosen) return { ...shared, informer: '', objects: 0, indexes: [], index: null, keys: null, check: null };
  const { name, informer } = chosen;
  const { indexer } = informer;
  const names = Object.keys(indexer.getIndexers());
  const index = names.find((each) => each === look.index) ?? names.find((each) => each === namespaceIndex) ?? names[0];
  return {
    ...shared,
    informer: clipName(name),
    objects: indexer.size,
    indexes: names.slice(0, limits.elements).map((each) => ({ name: clipName(each), values: indexer.listIndexFuncValues(each).length })),
    index: index === undefined ? null : indexView(indexer, index, look),
    keys: index === undefined ? allKeysView(indexer, look) : look.value === null ? null : keysOfView(indexer, index, look.value, look),
    check: checkView(session, name, informer.hasSynced()),
  };
};
