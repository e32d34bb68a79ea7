import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import { withoutIcons } from '../inertText.ts';
import type { ObjectAddress } from '../objectAddress.ts';
import { pickAnyInformer } from './pickAnyInformer.ts';
import { back, quickPick } from './quickPick.ts';

/** A cached object: its source and its informer, where there are several, then its key. Undefined: dismissed, or no informer runs. */
export async function pickObject(inspector: Inspector, title: string): Promise<ObjectAddress | undefined> {
  const picked = await pickAnyInformer(inspector, title);
  if (!picked) return undefined;
  const choices = picked.informer.indexer.listKeys().toSorted().map((key) => ({ label: withoutIcons(key), value: key }));
  const key = await quickPick({ title, placeholder: vscode.l10n.t('Which object of {0}?', picked.name), none: vscode.l10n.t('{0} has no object in its cache', picked.name), choices });
  return key === undefined || key === back ? undefined : { source: picked.session.id, informer: picked.name, key };
}
