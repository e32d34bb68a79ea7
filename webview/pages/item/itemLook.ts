import type { ItemLook } from '../../../extension/protocol/pages/item.ts';
import type { PanelModel } from '../../store/model.ts';
import { isYetToCome } from '../../time/isYetToCome.ts';
import type { ItemModel } from './itemModel.ts';

/** What the page asks for: the key that was named, else that of the entry that was opened; of one that is yet to come, at the time that is shown, its key alone. */
export function lookOf(model: PanelModel, { informer, key, format: chosen }: ItemModel): ItemLook | null {
  const { stream } = model;
  const format = chosen === 'json' ? 'json' : 'yaml';
  if (key !== '') return { seq: null, informer, key, format };
  const row = stream.cursor?.row;
  if (stream.detail && row && row.key !== '' && row.informer !== '' && isYetToCome(model)) return { seq: null, informer: row.informer, key: row.key, format };
  return stream.detail && stream.cursor?.seq != null ? { seq: stream.cursor.seq, informer: '', key: '', format } : null;
}
