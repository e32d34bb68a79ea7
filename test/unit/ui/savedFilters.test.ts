import { describe, expect, it } from 'vitest';
import { mostSavedFilters } from '../../../extension/protocol/filters.ts';
import { SavedFilters } from '../../../extension/ui/savedFilters.ts';
import { jsonMemento } from '../../support/jsonMemento.ts';

describe('SavedFilters', () => {
  it('keeps filters under names, replaces one of the same name, and tells of each change', () => {
    const filters = new SavedFilters(jsonMemento());
    let changes = 0;
    filters.onChange(() => changes++);
    filters.save({ name: ' pops ', filter: ' kind:queue.pop ' });
    filters.save({ name: 'web', filter: 'key:web/*' });
    filters.save({ name: 'pops', filter: 'kind:queue.pop -key:kube-system/*' });
    expect(filters.all).toEqual([
      { name: 'web', filter: 'key:web/*' },
      { name: 'pops', filter: 'kind:queue.pop -key:kube-system/*' },
    ]);
    filters.delete('web');
    expect(filters.all.map(({ name }) => name)).toEqual(['pops']);
    expect(changes).toBe(4);
  });

  it('keeps nothing without a name or a filter, and no more than there is room for', () => {
    const filters = new SavedFilters(jsonMemento());
    filters.save({ name: ' ', filter: 'a' });
    filters.save({ name: 'a', filter: ' ' });
    expect(filters.all).toEqual([]);
    for (let index = 0; index <= mostSavedFilters; index++) filters.save({ name: `f${index}`, filter: 'a' });
    expect(filters.all).toHaveLength(mostSavedFilters);
    expect(filters.all.at(-1)!.name).toBe(`f${mostSavedFilters}`);
  });

  it('reads nothing that is no filter', () => {
    expect(new SavedFilters(jsonMemento({ savedFilters: 'x' })).all).toEqual([]);
    expect(new SavedFilters(jsonMemento({ savedFilters: [null, { name: 'a' }, { name: 'a', filter: 'b' }, { name: 7, filter: 'b' }] })).all).toEqual([{ name: 'a', filter: 'b' }]);
  });
});
