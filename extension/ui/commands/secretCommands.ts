import { type Buffer, isUtf8 } from 'node:buffer';
import * as vscode from 'vscode';
import { NoClusterError } from '../../inspector/recordings/noClusterError.ts';
import type { SharedInformer } from '../../informer/sharedInformer.ts';
import type { Session } from '../../inspector/session.ts';
import { informerNodeOf, sessionOf } from '../../inspector/treeNode.ts';
import { isRecord } from '../../kube/object.ts';
import { views } from '../contributions.ts';
import { withoutIcons } from '../inertText.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';

/** Characters of a value that are shown. */
const mostShown = 4000;

interface Value {
  readonly name: string;
  readonly key: string;
  readonly value: Buffer;
}

/**
 * Values of Secrets, one by one and when they are asked for by name. Each is read from the server anew, past cache, trace, recording and log, none of which ever has it,
 * and is forgotten when it has been shown.
 */
export function secretCommands({ inspector, documents, notifier }: Ui) {
  return {
    async revealSecretValue(...args: readonly unknown[]): Promise<void> {
      const found = await ask(args, vscode.l10n.t('Reveal Secret Value'));
      if (!found) return;
      const { name, key, value } = found;
      // A window of its own that has to be closed: a toast would stay in the list of notifications.
      await vscode.window.showInformationMessage(vscode.l10n.t('{0} of {1}', key, name), { modal: true, detail: shown(value) });
    },

    async copySecretValue(...args: readonly unknown[]): Promise<void> {
      const found = await ask(args, vscode.l10n.t('Copy Secret Value'));
      if (!found) return;
      const { name, key, value } = found;
      const text = textOf(value);
      // A clipboard has text: bytes that are none would be others when they come out of it.
      await vscode.env.clipboard.writeText(text ?? value.toString('base64'));
      const said = text === undefined ? vscode.l10n.t('{0} of {1} copied as base64, since it is no text: the plain value is on the clipboard', key, name) : vscode.l10n.t('{0} of {1} copied: the plain value is on the clipboard', key, name);
      vscode.window.setStatusBarMessage(said, 5000);
    },
  };

  async function ask(args: readonly unknown[], title: string): Promise<Value | undefined> {
    const { session, informer, key: secret } = secretIn(args) ?? secretInFront() ?? (await pickSecret(title)) ?? {};
    if (!session || informer === undefined || secret === undefined) return undefined;
    const object = session.informers.get(informer)?.indexer.get(secret);
    const { namespace = '', name = '' } = object?.metadata ?? {};
    const data = isRecord(object?.['data']) ? object['data'] : {};
    const choices = Object.keys(data).toSorted().map((key) => ({ label: withoutIcons(key), description: withoutIcons(String(data[key])), value: key }));
    const key = await quickPick({ title, placeholder: vscode.l10n.t('Which value of {0}?', secret), none: vscode.l10n.t('{0} has no values', secret), choices });
    if (key === undefined || key === back) return undefined;
    const { objects } = session.cluster;
    if (!objects.secretValue) throw new NoClusterError('reading a Secret');
    const value = await vscode.window.withProgress({ location: { viewId: views.informers } }, async () => objects.secretValue!(namespace, name, key, session.signal));
    if (value) return { name: secret, key, value };
    void notifier.warn({ text: vscode.l10n.t('The server has no value {0} of {1} any more.', key, secret), remedies: [] });
    return undefined;
  }

  /** The Secret whose document is in front, while it is in the cache. */
  function secretInFront(): CachedSecret | undefined {
    const { source = '', informer = '', key = '' } = documents.active ?? {};
    const session = inspector.sessions.get(source);
    const found = session?.informers.get(informer);
    return session && found && hasSecrets(found) && found.indexer.get(key) ? { session, informer, key } : undefined;
  }

  async function pickSecret(title: string): Promise<CachedSecret | undefined> {
    const choices = inspector.sessions.all.flatMap((session) =>
      session.informers.all.flatMap(({ name, informer }) =>
        hasSecrets(informer) ? informer.indexer.listKeys().toSorted().map((key) => ({ label: withoutIcons(key), description: withoutIcons(name), value: { session, informer: name, key } })) : [],
      ),
    );
    const picked = await quickPick({ title, placeholder: vscode.l10n.t('Which Secret?'), none: vscode.l10n.t('No informer runs on Secrets'), choices });
    return picked === undefined || picked === back ? undefined : picked;
  }
}

/** Where a Secret is. */
interface CachedSecret {
  readonly session: Session;
  readonly informer: string;
  readonly key: string;
}

/** With the names of their values: of metadata alone nobody knows any. */
function hasSecrets({ resource, scope }: Pick<SharedInformer, 'resource' | 'scope'>): boolean {
  return resource.group === '' && resource.resource === 'secrets' && !scope.metadataOnly;
}

function secretIn(args: readonly unknown[]): CachedSecret | undefined {
  const [found] = nodesOf('object', args).flatMap((node) => {
    const [session, informer] = [sessionOf(node), informerNodeOf(node).name];
    const shared = session.informers.get(informer);
    return shared && hasSecrets(shared) ? [{ session, informer, key: node.key }] : [];
  });
  return found;
}

/** Undefined for bytes that are not the UTF-8 of a text. */
function textOf(value: Buffer): string | undefined {
  return isUtf8(value) && !value.includes(0) ? value.toString('utf8') : undefined;
}

/** As text where it is some; otherwise its size alone. */
function shown(value: Buffer): string {
  if (value.length === 0) return vscode.l10n.t('It is empty.');
  const text = textOf(value);
  if (text === undefined) return vscode.l10n.t('{0} bytes that are no text. Copy the value to have them as base64.', value.length);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…\n${vscode.l10n.t('{0} characters in all.', text.length)}` : text;
}
