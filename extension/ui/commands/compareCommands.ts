import * as vscode from 'vscode';
import { asStored, asWritten } from '../../inspector/manifests.ts';
import { previousVersion } from '../../inspector/objectHistory.ts';
import { comparableYaml } from '../../inspector/objectYaml.ts';
import { withoutHashes } from '../../inspector/withoutHashes.ts';
import { nameInKey } from '../../kube/key.ts';
import { hasMetadata, type KubeObject } from '../../kube/object.ts';
import { formatGroupVersion } from '../../kube/resource.ts';
import { ApiError } from '../../kube/status.ts';
import { views } from '../contributions.ts';
import { withoutIcons } from '../inertText.ts';
import { type FoundManifest, findManifests, manifestsIn } from '../manifestFiles.ts';
import { objectSubject, type Subject } from '../objectSubject.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import { showComparison } from '../showComparison.ts';
import type { Ui } from '../ui.ts';
import { versionWords } from '../versionWords.ts';

/** A cached object beside what it was, what the server has, and what a file asks for. */
export function compareCommands(ui: Ui) {
  const { texts, notifier } = ui;
  const tell = (text: string): void => void notifier.warn({ text, remedies: [] });

  return {
    async compareWithPrevious(...args: readonly unknown[]): Promise<void> {
      const subject = await objectSubject(ui, args, vscode.l10n.t('Compare with Previous Version'));
      if (!subject) return;
      const found = previousVersion(subject.session, subject.informer, subject.key);
      if (!found) return tell(vscode.l10n.t('Of {0} no earlier version is kept: it has not been changed since the informer began, or the recording does not reach back so far.', subject.key));
      await compare(subject, sideOf(found.old), found.object ? sideOf(found.object) : goneSide());
    },

    async compareWithServer(...args: readonly unknown[]): Promise<void> {
      const subject = await objectSubject(ui, args, vscode.l10n.t('Compare with Server'));
      if (!subject) return;
      const { session, key, resource, scope, object, isGone } = subject;
      const { namespace, name = '' } = object.metadata;
      const read = (): Promise<KubeObject | undefined> => session.cluster.objects.get(resource, namespace, name, session.signal).catch(noneIfGone);
      const server = await vscode.window.withProgress({ location: { viewId: views.informers } }, read);
      if (!server && isGone) return tell(vscode.l10n.t('{0} is gone from the cache, and the server has it no more.', key));
      if (!server) return tell(vscode.l10n.t('The server has no {0} any more, and the cache still does. Verify the cache, or wait for the watch.', key));
      // Masked as metadata, of which more is masked: otherwise what is equal would look different.
      const shown = scope.metadataOnly ? (session.cluster.objects.masked({ resource, body: metadataOf(server) }) as KubeObject) : server;
      await compare(subject, cacheSide(subject), { object: shown, words: vscode.l10n.t('server, {0}', versionWords(server)) });
    },

    async compareWithFile(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Compare with File');
      const subject = await objectSubject(ui, args, title);
      if (!subject) return;
      const meant = await meantObject(subject);
      const found = await vscode.window.withProgress({ location: { viewId: views.informers } }, () => findManifests(meant));
      if (found.length > 0) return compareWithOneOf(subject, found, title);
      const what = `${meant.kind ?? subject.informer} ${subject.key}`;
      void notifier.warn({
        text: vscode.l10n.t('No file of the workspace and no open editor has a manifest of {0}. Choose the file that has it, or open its folder.', what),
        remedies: [],
        offers: [{ title: vscode.l10n.t('Choose File...'), run: () => chooseFile(subject, meant, title) }],
      });
    },
  };

  async function chooseFile(subject: Subject, meant: KubeObject, title: string): Promise<void> {
    const [uri] = (await vscode.window.showOpenDialog({ title, filters: { [vscode.l10n.t('Manifests')]: ['yaml', 'yml', 'json'] } })) ?? [];
    if (!uri) return;
    const found = await manifestsIn(uri, meant);
    if (found.length > 0) return compareWithOneOf(subject, found, title);
    tell(vscode.l10n.t('{0} has no manifest of {1}: its kind, its group, its name and, where it says one, its namespace have to be the same.', fileWords(uri), subject.key));
  }

  async function compareWithOneOf(subject: Subject, found: readonly FoundManifest[], title: string): Promise<void> {
    const choices = found.map(({ uri, number, manifest }, index) => ({
      label: withoutIcons(fileWords(uri)),
      description: withoutIcons([String(manifest['apiVersion'] ?? ''), number === undefined ? '' : `#${number}`].filter(Boolean).join(' · ')),
      value: index,
    }));
    const picked = choices.length === 1 ? 0 : await quickPick({ title, placeholder: vscode.l10n.t('Which manifest of {0}?', subject.key), none: '', choices });
    if (picked === undefined || picked === back) return;
    const { uri, manifest } = found[picked]!;
    const { session, resource, scope, object } = subject;
    // A manifest of a Secret has the values: they are masked with the key of the cache, in the form in which it has them, so that equal ones look equal.
    const masked = session.cluster.objects.masked({ resource, body: asStored(manifest) });
    const written = hasMetadata(masked) ? masked : ({ ...(masked as object), metadata: {} } satisfies KubeObject);
    const file = scope.metadataOnly ? (session.cluster.objects.masked({ resource, body: metadataOf(written) }) as KubeObject) : written;
    await compare(subject, { object: file, words: fileWords(uri) }, { object: asWritten(object), words: cacheSide(subject).words }, session.source.kind === 'recording');
  }

  /** @param isMaskedElsewhere one side was masked in another session, so that only the lengths of what is masked tell something */
  async function compare({ session, informer, key }: Subject, left: Side, right: Side, isMaskedElsewhere = false): Promise<void> {
    const name = nameInKey(key);
    const text = ({ object }: Side): string => textOf(object ? comparableYaml(object) : '', isMaskedElsewhere);
    const words = [left.words, right.words] as const;
    await showComparison(texts, { id: { source: session.id, informer, key, words }, title: vscode.l10n.t('{0}: {1} ↔ {2}', name, ...words), name: `${name}.yaml`, left: text(left), right: text(right) });
  }
}

interface Side {
  /** Undefined: there is none. */
  readonly object: KubeObject | undefined;
  readonly words: string;
}

function sideOf(object: KubeObject): Side {
  return { object, words: versionWords(object) };
}

function goneSide(): Side {
  return { object: undefined, words: vscode.l10n.t('gone') };
}

function cacheSide({ object, isGone }: Subject): Side {
  return { object, words: isGone ? vscode.l10n.t('gone from the cache, last {0}', versionWords(object)) : vscode.l10n.t('cache, {0}', versionWords(object)) };
}

/** With the kind that manifests have: of metadata alone an informer does not know it, but the server does. */
async function meantObject({ session, resource, scope, object }: Subject): Promise<KubeObject> {
  if (!scope.metadataOnly && object.kind !== undefined) return object;
  const kind = (session.catalog.find(resource) ?? (await session.catalog.upToDate(), session.catalog.find(resource)))?.kind;
  return { ...object, apiVersion: formatGroupVersion(resource), ...(kind !== undefined && { kind }) };
}

function textOf(text: string, isMaskedElsewhere: boolean): string {
  const bare = isMaskedElsewhere ? withoutHashes(text) : text;
  return bare === text ? text : `# ${vscode.l10n.t('Masked values are compared by their length alone: those of a recording were masked elsewhere.')}\n${bare}`;
}

/** @throws what was thrown, unless it says that there is no such object */
function noneIfGone(error: unknown): undefined {
  if (!ApiError.is(error) || error.status !== 404) throw error;
}

function metadataOf({ metadata }: KubeObject): KubeObject {
  return { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata };
}

function fileWords(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}
