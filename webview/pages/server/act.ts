import type { View } from '../../views/view.ts';
import type { ServerAction } from './serverModel.ts';

/** Something happened on the page. */
export function act({ actions }: View, action: ServerAction): void {
  actions.onPage({ page: 'server', action });
}
