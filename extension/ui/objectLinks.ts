import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { ObjectReference } from '../inspector/objectReferences.ts';
import { type ResolvedReference, resolveReference } from '../inspector/resolveReference.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { parseInformerName, formatResource } from '../kube/resource.ts';
import { commands, objectScheme } from './contributions.ts';
import { startLine } from './documentWords.ts';
import { oneLine } from './inertText.ts';
import type { ObjectAddress } from './objectAddress.ts';
import { objectAddressOf, objectUri } from './objectDocuments.ts';

/** What a click finds again: where it leads is decided then, since an informer may have been started meanwhile. */
class ReferenceLink extends vscode.DocumentLink {
  readonly from: ObjectAddress;
  readonly reference: ObjectReference;

  constructor(range: vscode.Range, from: ObjectAddress, reference: ObjectReference) {
    super(range);
    this.from = from;
    this.reference = reference;
  }
}

/**
 * Leads from the document of an object to those that it names, its owners first of all: by a link and by *Go to Definition*. What is in no cache has a link whose
 * tooltip says which informer would have it, and leads to a document that says so, too, and fills itself.
 */
export class ObjectLinks implements vscode.DocumentLinkProvider<vscode.DocumentLink>, vscode.DefinitionProvider, vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #owned = new DisposableStore();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.#owned.add(vscode.languages.registerDocumentLinkProvider({ scheme: objectScheme }, this));
    this.#owned.add(vscode.languages.registerDefinitionProvider({ scheme: objectScheme }, this));
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const from = objectAddressOf(document.uri);
    if (!from) return [];
    const text = document.getText();
    const { referencesInYaml } = await import('../inspector/referencesInYaml.ts');
    const references = await referencesInYaml(text);
    if (document.getText() !== text) return []; // asked for again
    const links = references.map(({ reference, start, end }) => {
      const link = new ReferenceLink(new vscode.Range(document.positionAt(start), document.positionAt(end)), from, reference);
      link.tooltip = tooltipOf(reference, this.#resolve(from, reference));
      return link;
    });
    return [...startLinks(document, from), ...links];
  }

  async resolveDocumentLink(link: vscode.DocumentLink): Promise<vscode.DocumentLink> {
    if (!(link instanceof ReferenceLink)) return link;
    const { from, reference } = link;
    // Somebody wants to go there: then the server may be asked what the kind is.
    if (this.#resolve(from, reference).state === 'unknown') await this.#sessions.get(from.source)?.catalog.upToDate();
    const target = addressOf(from, this.#resolve(from, reference));
    if (!target) throw new Error(vscode.l10n.t('{0} cannot be opened: the server serves no kind {1}. Install its definition, or look for it on another cluster.', oneLine(reference.name), oneLine(reference.kind)));
    link.target = objectUri(target);
    return link;
  }

  async provideDefinition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location | undefined> {
    const from = objectAddressOf(document.uri);
    const at = document.offsetAt(position);
    const { referencesInYaml } = await import('../inspector/referencesInYaml.ts');
    const found = (await referencesInYaml(document.getText())).find(({ start, end }) => start <= at && at <= end);
    const resolved = from && found && this.#resolve(from, found.reference);
    const target = resolved?.state === 'cached' ? addressOf(from!, resolved) : undefined;
    return target && new vscode.Location(objectUri(target), new vscode.Position(0, 0));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #resolve({ source, informer }: ObjectAddress, reference: ObjectReference): ResolvedReference {
    const session = this.#sessions.get(source);
    return session ? resolveReference(session, reference, informer) : { state: 'unknown' };
  }
}

function addressOf({ source }: ObjectAddress, resolved: ResolvedReference): ObjectAddress | undefined {
  return resolved.state === 'unknown' ? undefined : { source, informer: resolved.informer, key: resolved.key };
}

function tooltipOf({ kind, name }: ObjectReference, resolved: ResolvedReference): string {
  const what = oneLine(`${kind} ${name}`);
  switch (resolved.state) {
    case 'cached':
      return vscode.l10n.t('Open {0} in the cache of {1}', what, resolved.informer);
    case 'absent':
      return vscode.l10n.t('{0} is not in the cache of {1}', what, resolved.informer);
    case 'notStarted':
      return vscode.l10n.t('{0} is in no cache. Start an informer on {1} to see it', what, resourceName(resolved.informer));
    case 'unknown':
      return vscode.l10n.t('{0} is in no cache. Start an informer on its kind to see it', what);
  }
}

function resourceName(informer: string): string {
  const identity = parseInformerName(informer);
  return identity ? formatResource(identity.resource) : informer;
}

/** The line of the head that says what to do does it. */
function startLinks(document: vscode.TextDocument, address: ObjectAddress): vscode.DocumentLink[] {
  for (let line = 0; line < Math.min(3, document.lineCount); line++) {
    const { text, range } = document.lineAt(line);
    if (text !== `# ${oneLine(startLine(address.informer), Infinity)}`) continue;
    const target = vscode.Uri.from({ scheme: 'command', path: commands.startObjectInformer, query: JSON.stringify([address]) });
    return [Object.assign(new vscode.DocumentLink(range, target), { tooltip: vscode.l10n.t('Start the informer, and the session that it belongs to') })];
  }
  return [];
}
