import * as vscode from 'vscode';
import type { Session } from '../inspector/session.ts';
import type { ObjectFormat } from '../protocol/pages/item.ts';

/** Puts an object, as it is in the cache, on the clipboard; masked as everywhere. One that is gone meanwhile is said to be. */
export async function copyObject({ informers }: Pick<Session, 'informers'>, informer: string, key: string, format: ObjectFormat): Promise<void> {
  const object = informers.get(informer)?.indexer.get(key);
  if (!object) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('{0} is not in the cache of {1} any more, so nothing was copied', key, informer), 5000);
    return;
  }
  const { objectText } = await import('../inspector/pages/item/objectParts.ts');
  await vscode.env.clipboard.writeText(objectText(object, format));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Object copied'), 2000);
}
