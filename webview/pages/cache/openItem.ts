import type { View } from '../../views/view.ts';

/** Shows everything that is known of a key. */
export function openItem({ actions }: Pick<View, 'actions'>, informer: string, key: string): void {
  actions.onPage({ page: 'item', action: { type: 'show', informer, key } });
  actions.openTab('item');
}
