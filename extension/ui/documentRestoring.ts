import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { isRecord } from '../kube/object.ts';
import { objectScheme } from './contributions.ts';
import { type ObjectAddress, parseObjectQuery } from './objectAddress.ts';
import { objectUri } from './objectDocuments.ts';

const memoryKey = 'objectDocuments';
/** So many are opened again. */
const mostDocuments = 30;

/** A tab, as it is kept from one window to the next. */
interface KeptTab {
  /** Address of the object. */
  readonly query: string;
  readonly column: number;
  readonly isPreview: boolean;
}

/**
 * Opens again the documents of objects that were open when the window was reloaded: VS Code itself keeps tabs only of what is stored somewhere. They come back behind
 * whatever is in front, and take no focus; where nothing is in front, they are. From then on the tabs are followed.
 */
export function restoreDocuments(memory: Pick<vscode.Memento, 'get' | 'update'>): Disposable {
  const owned = new DisposableStore();
  let kept = '';
  const follow = (): void => {
    const tabs = openTabs();
    const text = JSON.stringify(tabs);
    if (text === kept) return;
    kept = text;
    void memory.update(memoryKey, tabs);
  };
  const before = readTabs(memory.get(memoryKey));
  void (async () => {
    const isOpen = new Set(openTabs().map(({ query }) => query));
    for (const { query, column, isPreview } of before) {
      const address = isOpen.has(query) ? undefined : parseObjectQuery(query);
      if (address) await open(address, { viewColumn: column, preserveFocus: true, preview: isPreview, background: true });
    }
    owned.add(vscode.window.tabGroups.onDidChangeTabs(follow));
    follow();
  })();
  return owned;
}

/** One that cannot be opened costs the others nothing. */
async function open(address: ObjectAddress, how: vscode.TextDocumentShowOptions & { readonly background: boolean }): Promise<void> {
  try {
    await vscode.commands.executeCommand('vscode.open', objectUri(address), how);
  } catch {
    // The editor says why in its place.
  }
}

function openTabs(): readonly KeptTab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
    tabs.flatMap(({ input, isPreview }) => (input instanceof vscode.TabInputText && input.uri.scheme === objectScheme ? [{ query: input.uri.query, column: viewColumn, isPreview }] : [])),
  );
}

/** What is kept was written by some version of this extension: it is checked like anything that arrives. */
function readTabs(value: unknown): readonly KeptTab[] {
  const tabs = Array.isArray(value) ? value : [];
  return tabs.slice(0, mostDocuments).flatMap((tab: unknown) => {
    const { query, column, isPreview } = isRecord(tab) ? tab : {};
    return typeof query === 'string' && typeof column === 'number' && column >= 1 && column <= 9 && typeof isPreview === 'boolean' ? [{ query, column, isPreview }] : [];
  });
}
