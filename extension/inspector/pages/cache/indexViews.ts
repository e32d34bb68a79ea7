import type { ReadonlyIndexer } from '../../../informer/indexer.ts';
import { type CacheLook, cacheRows, type IndexView, type KeysOfView } from '../../../protocol/pages/cache.ts';
import { clipName, clipWord } from '../../clip.ts';

/** Values, and keys, that are put in order for one picture: of more, the first that came. */
const sorted = 5000;

/** The values of an index that contain what was typed, in order. */
export function indexView(indexer: ReadonlyIndexer, name: string, { values: typed, firstValue }: CacheLook): IndexView {
  const matching = matches(indexer.listIndexFuncValues(name), typed);
  const first = startOf(firstValue, matching.total);
  const shown = matching.sorted.slice(first, first + cacheRows);
  return { name: clipName(name), total: matching.total, first, values: shown.map((value) => ({ value: clipName(value), keys: indexer.keysOf(name, value).size })) };
}

/** The keys of one value. */
export function keysOfView(indexer: ReadonlyIndexer, index: string, value: string, look: CacheLook): KeysOfView {
  return page(indexer, indexer.keysOf(index, value), value, look);
}

/** Every key, where there is no index to look by. */
export function allKeysView(indexer: ReadonlyIndexer, look: CacheLook): KeysOfView {
  return page(indexer, indexer.listKeys(), '', look);
}

function page(indexer: ReadonlyIndexer, all: Iterable<string>, value: string, { keys: typed, firstKey }: CacheLook): KeysOfView {
  const matching = matches(all, typed);
  const first = startOf(firstKey, matching.total);
  const keys = matching.sorted.slice(first, first + cacheRows).map((key) => ({ key: clipName(key), rv: clipWord(indexer.get(key)?.metadata.resourceVersion ?? '') }));
  return { value: clipName(value), total: matching.total, first, keys };
}

function matches(all: Iterable<string>, typed: string): { readonly sorted: readonly string[]; readonly total: number } {
  const words = typed.toLowerCase();
  const found: string[] = [];
  for (const each of all) if (words === '' || each.toLowerCase().includes(words)) found.push(each);
  // What does not fit is not ordered either: its beginning would be that of nothing.
  return { sorted: found.length <= sorted ? found.toSorted() : found, total: found.length };
}

/** What has shrunk since it was looked at is shown from its last page on. */
function startOf(first: number, total: number): number {
  return first < total ? first : Math.max(0, Math.floor((total - 1) / cacheRows) * cacheRows);
}
