import { quotedName } from '../../extension/protocol/filters.ts';
import type { StreamRow } from '../../extension/protocol/messages.ts';
import type { PanelActions } from '../actions.ts';
import type { MenuEntry } from '../components/contextMenu.ts';
import type { Texts } from '../strings.ts';

/** What can be done with an entry of the stream. */
export function rowMenu(row: StreamRow, index: number, { t }: Texts, actions: PanelActions): readonly MenuEntry[] {
  const { seq, key, informer, kind, cause } = row;
  const only = (label: string, filter: string): MenuEntry => ({ label, icon: 'filter', run: () => actions.addFilter(filter) });
  const entries: (MenuEntry | false)[] = [
    key !== '' && only(t('onlyKey', { key }), `key:${quotedName(key)}`),
    informer !== '' && only(t('onlyInformer', { informer }), `informer:${quotedName(informer)}`),
    only(t('onlyKind', { kind }), `kind:${quotedName(kind)}`),
    only(t('onlyRelated', { seq: String(seq) }), `cause:${seq}`),
    cause.length > 0 && { label: t('goToCause', { seq: String(cause[0]) }), icon: 'arrow-up', run: () => actions.goTo(cause[0]!) },
    { label: t('showChain'), icon: 'type-hierarchy', run: () => actions.openRow(index, 'chain') },
    key !== '' && { label: t('showItem'), icon: 'symbol-key', run: () => actions.openRow(index, 'item') },
    key !== '' && informer !== '' && { label: t('openObject'), icon: 'go-to-file', run: () => actions.openObject(informer, key) },
    key !== '' && { label: t('addBreakpoint', { key }), icon: 'debug-breakpoint', run: () => actions.breakOn(row) },
  ];
  return entries.filter((entry) => entry !== false);
}
