import * as vscode from 'vscode';
import { controllerNodeOf, type KeyNode } from '../../inspector/controllerNode.ts';
import { informerNodeOf, type ObjectNode, sessionOf } from '../../inspector/treeNode.ts';
import { withoutIcons } from '../inertText.ts';
import type { ObjectAddress } from '../objectAddress.ts';
import { pickInformer } from '../picks/pickInformer.ts';
import { pickSession } from '../picks/pickSession.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';

/** Cached objects are looked at and named; nothing is done to them. */
export function objectCommands({ inspector, documents }: Ui) {

  return {
    async openObject(...args: readonly unknown[]): Promise<void> {
      const addresses = [...nodesOf('object', args).map(addressOf), ...nodesOf('key', args).flatMap(addressOfKey)];
      for (const address of addresses) await documents.show(address, { preview: addresses.length === 1 }); // a preview would be replaced by the next
    },

    async openObjectByKey(): Promise<void> {
      const title = vscode.l10n.t('Open Object by Key');
      const session = await pickSession(inspector, { title, filter: ({ informers }) => informers.all.length > 0 });
      const picked = session && (await pickInformer(session, title));
      if (!picked) return;
      const choices = picked.informer.indexer.listKeys().toSorted().map((key) => ({ label: withoutIcons(key), value: key }));
      const key = await quickPick({ title, placeholder: vscode.l10n.t('Which object of {0}?', picked.name), none: vscode.l10n.t('{0} has no object in its cache', picked.name), choices });
      if (key !== undefined && key !== back) await documents.show({ source: session.id, informer: picked.name, key });
    },

    async copyKey(...args: readonly unknown[]): Promise<void> {
      const keys = [...nodesOf('object', args), ...nodesOf('key', args)].map(({ key }) => key);
      if (keys.length === 0) return;
      await vscode.env.clipboard.writeText(keys.join('\n'));
      vscode.window.setStatusBarMessage(keys.length === 1 ? vscode.l10n.t('Key copied') : vscode.l10n.t('{0} keys copied', keys.length), 2000);
    },
  };
}

function addressOf(node: ObjectNode): ObjectAddress {
  return { source: sessionOf(node).id, informer: informerNodeOf(node).name, key: node.key };
}

/** The object of a controller's key, where its informer runs. */
function addressOfKey(node: KeyNode): readonly ObjectAddress[] {
  const { session, controller } = controllerNodeOf(node);
  const own = session.informers.all.find(({ informer }) => informer.indexer === controller.record.own);
  return own ? [{ source: session.id, informer: own.name, key: node.key }] : [];
}
