import type { ItemLook } from '../../../extension/protocol/pages/item.ts';
import type { PanelModel } from '../../store/model.ts';
import type { ItemModel } from './itemModel.ts';

/** What the page asks for: the key that was named, else that of the entry that was opened. */
export function lookOf({ stream }: PanelModel, { informer, key, format: chosen }: ItemModel): ItemLook | null {
  const format = chosen === 'json' ? 'json' : 'yaml';
  if (key !== '') return { seq: null, informer, key, format };
  return stream.detail && stream.cursor?.seq != null ? { seq: stream.cursor.seq, informer: '', key: '', format } : null;
}
