import * as vscode from 'vscode';
import { asWritten, longestManifest, manifestsOf } from '../../inspector/manifests.ts';
import { describeEntry, duration } from '../../inspector/describeEntry.ts';
import { objectHistory, ownersOf, previousVersion } from '../../inspector/objectHistory.ts';
import { comparableYaml } from '../../inspector/objectYaml.ts';
import type { Session } from '../../inspector/session.ts';
import { informerNodeOf, sessionOf } from '../../inspector/treeNode.ts';
import type { KubeObject } from '../../kube/object.ts';
import { ApiError } from '../../kube/status.ts';
import { views } from '../contributions.ts';
import { withoutIcons } from '../inertText.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';

/** An object of a cache. */
interface Subject {
  readonly session: Session;
  readonly informer: string;
  readonly key: string;
  readonly object: KubeObject;
}

/** Files that may hold manifests, and how many of them are looked into. */
const manifestFiles = '**/*.{yaml,yml,json}';
const notLookedInto = '**/{node_modules,.git,dist,vendor}/**';
const mostFiles = 2000;

/** A cached object beside what it was, what the server has, and what a file asks for; its versions, and who owns it. */
export function compareCommands({ inspector, documents, texts, notifier }: Ui) {
  const tell = (text: string): void => void notifier.warn({ text, remedies: [] });

  return {
    async compareWithPrevious(...args: readonly unknown[]): Promise<void> {
      const subject = subjectOf(args);
      if (!subject) return;
      const { session, informer, key, object } = subject;
      const found = previousVersion(session, informer, key);
      if (!found) return tell(vscode.l10n.t('Of {0} no earlier version is kept: it has not been changed since the informer began, or the recording does not reach back so far.', key));
      await compare(subject, [found.old, versionWords(found.old)], [object, versionWords(object)]);
    },

    async compareWithServer(...args: readonly unknown[]): Promise<void> {
      const subject = subjectOf(args);
      if (!subject) return;
      const { session, informer, key, object } = subject;
      const shared = session.informers.get(informer);
      if (!shared) return;
      const { namespace, name = '' } = object.metadata;
      const read = (): Promise<KubeObject | undefined> => session.cluster.objects.get(shared.resource, namespace, name, session.signal).catch(noneIfGone);
      const server = await vscode.window.withProgress({ location: { viewId: views.informers } }, read);
      if (!server) return tell(vscode.l10n.t('The server has no {0} any more, and the cache still does. Verify the cache, or wait for the watch.', key));
      await compare(subject, [object, vscode.l10n.t('cache, {0}', versionWords(object))], [shared.scope.metadataOnly ? metadataOf(server) : server, vscode.l10n.t('server, {0}', versionWords(server))]);
    },

    async compareWithFile(...args: readonly unknown[]): Promise<void> {
      const subject = subjectOf(args);
      if (!subject) return;
      const { session, informer, key, object } = subject;
      const title = vscode.l10n.t('Compare with File');
      const found = await vscode.window.withProgress({ location: { viewId: views.informers } }, () => findManifests(object));
      const choices = found.map(({ uri, manifest }, index) => ({ label: withoutIcons(vscode.workspace.asRelativePath(uri)), description: String(manifest['apiVersion'] ?? ''), value: index }));
      if (choices.length === 0) return tell(vscode.l10n.t('No file of the workspace has a manifest of {0} {1}. Open the folder that has it, or write one.', object.kind ?? informer, key));
      const picked = choices.length === 1 ? 0 : await quickPick({ title, placeholder: vscode.l10n.t('Which manifest of {0}?', key), none: '', choices });
      if (picked === undefined || picked === back) return;
      const { uri, manifest } = found[picked]!;
      const resource = session.informers.get(informer)!.resource;
      // A manifest of a Secret has the values: here they are masked with the key of the cache, so that equal ones look equal.
      const written = session.cluster.objects.masked({ resource, body: manifest }) as KubeObject;
      await compare(subject, [written, vscode.workspace.asRelativePath(uri)], [asWritten(object), vscode.l10n.t('cache, {0}', versionWords(object))]);
    },

    /** Stays open, so that versions can be walked: each choice compares one with the one before it. */
    async showObjectHistory(...args: readonly unknown[]): Promise<void> {
      const subject = subjectOf(args);
      if (!subject) return;
      const { session, informer, key } = subject;
      const history = objectHistory(session, informer, key);
      const choices = history.map(({ entry, object }, index) => ({
        label: withoutIcons(entry.rv ?? `#${entry.seq}`),
        description: withoutIcons(vscode.l10n.t('{0} ago · #{1}', duration(Math.max(0, session.now() - entry.t)), entry.seq)),
        detail: withoutIcons(describeEntry(entry)) + (object || entry.kind === 'store.delete' ? '' : ` · ${vscode.l10n.t('not kept')}`),
        value: index,
      }));
      const picked = await quickPick({
        title: vscode.l10n.t('Versions of {0}', key),
        placeholder: vscode.l10n.t('Compare which version with the one before it?'),
        none: vscode.l10n.t('The trace tells of no version of {0}: it is older than what is recorded', key),
        choices,
      });
      if (picked === undefined || picked === back) return;
      const chosen = history[picked]!;
      const before = history.slice(picked + 1).find(({ object }) => object !== undefined)?.object;
      if (!chosen.object && !before) return tell(vscode.l10n.t('That version of {0} is not kept any more. Choose a newer one, or record more megabytes.', key));
      await compare(subject, [before, before ? versionWords(before) : vscode.l10n.t('nothing')], [chosen.object, chosen.object ? versionWords(chosen.object) : vscode.l10n.t('gone')]);
    },

    async openOwner(...args: readonly unknown[]): Promise<void> {
      const subject = subjectOf(args);
      if (!subject) return;
      const { session, key, object } = subject;
      const owners = ownersOf(session, object);
      const title = vscode.l10n.t('Open Owner');
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
  };

  /** The clicked row of the tree, or else the object whose document is in front. */
  function subjectOf(args: readonly unknown[]): Subject | undefined {
    const [node] = nodesOf('object', args);
    const address = node ? { source: sessionOf(node).id, informer: informerNodeOf(node).name, key: node.key } : documents.active;
    const session = address && inspector.sessions.get(address.source);
    const object = address && session?.informers.get(address.informer)?.indexer.get(address.key);
    if (session && address && object) return { session, informer: address.informer, key: address.key, object };
    tell(vscode.l10n.t('Choose an object first: its row in the tree, or its document.'));
    return undefined;
  }

  async function compare({ session, informer, key }: Subject, left: Side, right: Side): Promise<void> {
    const name = key.slice(key.indexOf('/') + 1);
    const [one, other] = await Promise.all([left, right].map(async ([object], side) => texts.put(`${name}.yaml`, JSON.stringify([session.id, informer, key, left[1], right[1], side]), object ? await comparableYaml(object) : '')));
    await vscode.commands.executeCommand('vscode.diff', one, other, vscode.l10n.t('{0}: {1} ↔ {2}', name, left[1], right[1]), { preview: true });
  }
}

type Side = readonly [object: KubeObject | undefined, words: string];

/** @throws what was thrown, unless it says that there is no such object */
function noneIfGone(error: unknown): undefined {
  if (!ApiError.is(error) || error.status !== 404) throw error;
}

function versionWords({ metadata }: KubeObject): string {
  return vscode.l10n.t('version {0}', metadata.resourceVersion ?? '?');
}

function metadataOf({ metadata }: KubeObject): KubeObject {
  return { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata };
}

async function findManifests(object: KubeObject): Promise<readonly { readonly uri: vscode.Uri; readonly manifest: Readonly<Record<string, unknown>> }[]> {
  const found: { readonly uri: vscode.Uri; readonly manifest: Readonly<Record<string, unknown>> }[] = [];
  for (const uri of await vscode.workspace.findFiles(manifestFiles, notLookedInto, mostFiles)) {
    for (const manifest of await manifestsOf(await textOf(uri), object)) found.push({ uri, manifest });
  }
  return found;
}

/** Empty where it cannot be read, or is too long for a manifest: then it is not read at all. */
async function textOf(uri: vscode.Uri): Promise<string> {
  const { fs } = vscode.workspace;
  try {
    // A character takes up to three bytes.
    return (await fs.stat(uri)).size > 3 * longestManifest ? '' : new TextDecoder().decode(await fs.readFile(uri));
  } catch {
    return '';
  }
}
