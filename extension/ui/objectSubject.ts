import * as vscode from 'vscode';
import type { InformerScope } from '../informer/sharedInformer.ts';
import { lastVersion } from '../inspector/objectHistory.ts';
import type { Session } from '../inspector/session.ts';
import { informerNodeOf, type ObjectNode, sessionOf } from '../inspector/treeNode.ts';
import type { KubeObject } from '../kube/object.ts';
import { type GroupVersionResource, parseInformerName } from '../kube/resource.ts';
import { nodesOf } from './commands/arguments.ts';
import { commands, objectScheme, versionScheme } from './contributions.ts';
import { type ObjectAddress, parseObjectQuery } from './objectAddress.ts';
import { pickObject } from './picks/pickObject.ts';
import type { Ui } from './ui.ts';

/** An object that a command is about: in a cache, or gone from it. */
export interface Subject {
  readonly session: Session;
  readonly informer: string;
  readonly key: string;
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  /** As it is in the cache, or was there last. */
  readonly object: KubeObject;
  readonly isGone: boolean;
}

/** The clicked row of the tree, the object whose document or versions are in front, or else one that is asked for. Undefined: dismissed, or nothing is known of it, which is told. */
export async function objectSubject(ui: Pick<Ui, 'inspector' | 'documents' | 'notifier'>, args: readonly unknown[], title: string): Promise<Subject | undefined> {
  const [node] = nodesOf('object', args);
  const address = node ? addressOfNode(node) : (addressInFront() ?? (await pickObject(ui.inspector, title)));
  if (!address) return undefined;
  const { source, informer, key } = address;
  const session = ui.inspector.sessions.get(source);
  const identity = parseInformerName(informer);
  const current = session?.informers.get(informer)?.indexer.get(key);
  const object = current ?? (session && (lastVersion(session, informer, key) ?? ui.documents.lastOf(address)));
  if (session && identity && object) return { session, informer, key, ...identity, object, isGone: current === undefined };
  const offers = session ? [] : [{ title: vscode.l10n.t('Start Informer'), run: () => vscode.commands.executeCommand(commands.startObjectInformer, address) }];
  void ui.notifier.warn({
    text: session ? vscode.l10n.t('Nothing is known of {0}: it is not in the cache of {1}, and no version of it is kept.', key, informer) : vscode.l10n.t('{0} is not inspected any more. Start its informer {1} again.', key, informer),
    remedies: [],
    offers,
  });
  return undefined;
}

/** Where the object of a row of the tree is. */
export function addressOfNode(node: ObjectNode): ObjectAddress {
  return { source: sessionOf(node).id, informer: informerNodeOf(node).name, key: node.key };
}

/** Of the object whose document or versions are in front. */
export function addressInFront(): ObjectAddress | undefined {
  return addressOfDocument(vscode.window.activeTextEditor?.document.uri);
}

/** Of the object whose document or versions have that address; anything else has none. */
export function addressOfDocument(uri: unknown): ObjectAddress | undefined {
  return uri instanceof vscode.Uri && (uri.scheme === versionScheme || uri.scheme === objectScheme) ? parseObjectQuery(uri.query) : undefined;
}
