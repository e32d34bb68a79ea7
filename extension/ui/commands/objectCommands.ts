import * as vscode from 'vscode';
import { controllerNodeOf, type KeyNode } from '../../inspector/controllerNode.ts';
import { ownersOf } from '../../inspector/objectHistory.ts';
import { parseSourceId } from '../../inspector/sessionSource.ts';
import { parseInformerName } from '../../kube/resource.ts';
import { withoutIcons } from '../inertText.ts';
import { type ObjectAddress, objectAddressIn } from '../objectAddress.ts';
import { addressInFront, addressOfDocument, addressOfNode, objectSubject } from '../objectSubject.ts';
import { pickObject } from '../picks/pickObject.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import { resumeSession } from '../resumeSession.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';

/** Cached objects are looked at and named; nothing is done to them. */
export function objectCommands(ui: Ui) {
  const { inspector, documents, recents, notifier } = ui;
  const tell = (text: string): void => void notifier.warn({ text, remedies: [] });

  const handlers = {
    /** Of rows; what is handed nothing, as by a key of a person's own, asks as the palette does. */
    async openObject(...args: readonly unknown[]): Promise<void> {
      if (args.length === 0) return handlers.openObjectByKey();
      const addresses = [...nodesOf('object', args).map(addressOfNode), ...nodesOf('key', args).flatMap(addressOfKey)];
      for (const address of addresses) await documents.show(address, { preview: addresses.length === 1 }); // a preview would be replaced by the next
    },

    async openObjectByKey(): Promise<void> {
      // The walkthrough has this command also while there is nothing to open.
      if (!inspector.sessions.all.some(({ informers }) => informers.all.length > 0)) {
        return notifier.warn({ text: vscode.l10n.t('No informer runs whose objects could be opened: start one, or the playground, first.'), remedies: ['startPlayground', 'startInformer'] });
      }
      const address = await pickObject(inspector, vscode.l10n.t('Open Object by Key'));
      if (address) await documents.show(address);
    },

    /** What the document of an object waits for: the informer, and before it the session that it belongs to. */
    async startObjectInformer(...args: readonly unknown[]): Promise<void> {
      // An address as a link has it: anybody may call a command with anything.
      const address = objectAddressIn(args[0]) ?? documents.active;
      const identity = address && parseInformerName(address.informer);
      if (!identity || !parseSourceId(address.source)) return;
      const isOpen = inspector.sessions.get(address.source) !== undefined;
      if (!isOpen) await resumeSession(inspector, recents, address.source);
      const session = inspector.sessions.get(address.source);
      if (!session) return;
      if (session.informers.get(address.informer)) return isOpen ? void vscode.window.setStatusBarMessage(vscode.l10n.t('The informer {0} runs already', address.informer), 4000) : undefined;
      if (session.source.kind === 'recording') return tell(vscode.l10n.t('The informer {0} is not in this recording, and none can be started in it. Start it on a cluster, or on the playground.', address.informer));
      session.informers.start(identity.resource, identity.scope);
    },

    async openOwner(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Open Owner');
      const subject = await objectSubject(ui, args, title);
      if (!subject) return;
      const { session, key, object } = subject;
      const owners = ownersOf(session, object);
      const choices = owners.map(({ owner, found }, index) => ({
        label: withoutIcons(`${owner.kind}/${owner.name}`),
        description: withoutIcons([owner.controller ? vscode.l10n.t('controller') : '', found ? found.informer.name : vscode.l10n.t('in no cache')].filter(Boolean).join(' · ')),
        value: index,
      }));
      if (choices.length === 0) return tell(vscode.l10n.t('{0} has no owner.', key));
      const picked = choices.length === 1 ? 0 : await quickPick({ title, placeholder: vscode.l10n.t('Which owner of {0}?', key), none: '', choices });
      if (picked === undefined || picked === back) return;
      const { owner, found } = owners[picked]!;
      if (!found) return tell(vscode.l10n.t('{0} {1} is in no cache. Start an informer on its kind to see it.', owner.kind, owner.name));
      await documents.show({ source: session.id, informer: found.informer.name, key: found.key });
    },

    async copyKey(...args: readonly unknown[]): Promise<void> {
      const clicked = [...nodesOf('object', args), ...nodesOf('key', args)].map(({ key }) => key);
      // The menu of a tab, which need not be the one in front, hands over its address.
      const asked = clicked.length > 0 ? undefined : (addressOfDocument(args[0]) ?? addressInFront() ?? (await pickObject(inspector, vscode.l10n.t('Copy Key'))));
      const keys = asked ? [asked.key] : clicked;
      if (keys.length === 0) return;
      await vscode.env.clipboard.writeText(keys.join('\n'));
      vscode.window.setStatusBarMessage(keys.length === 1 ? vscode.l10n.t('Key copied') : vscode.l10n.t('{0} keys copied', keys.length), 2000);
    },
  };
  return handlers;
}

/** The object of a controller's key, where its informer runs. */
function addressOfKey(node: KeyNode): readonly ObjectAddress[] {
  const { session, controller } = controllerNodeOf(node);
  const own = session.informers.all.find(({ informer }) => informer.indexer === controller.record.own);
  return own ? [{ source: session.id, informer: own.name, key: node.key }] : [];
}
