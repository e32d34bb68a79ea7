import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import { withoutIcons } from '../inertText.ts';
import type { ObjectAddress } from '../objectAddress.ts';
import { pickInformer } from './pickInformer.ts';
import { pickSession } from './pickSession.ts';
import { back, quickPick } from './quickPick.ts';

/** A cached object: its source and its informer, where there are several, then its key. Undefined: dismissed, or no informer runs. */
export async function pickObject(inspector: Inspector, title: string): Promise<ObjectAddress | undefined> {
  const session = await pickSession(inspector, { title, filter: ({ informers }) => informers.all.length > 0 });
  const picked = session && (await pickInformer(session, title));
  if (!picked) return undefined;
  const choices = picked.informer.indexer.listKeys().toSorted().map((key) => ({ label: withoutIcons(key), value: key }));
  const key = await quickPick({ title, placeholder: vscode.l10n.t('Which object of {0}?', picked.name), none: vscode.l10n.t('{0} has no object in its cache', picked.name), choices });
  return key === undefined || key === back ? undefined : { source: session.id, informer: picked.name, key };
}
