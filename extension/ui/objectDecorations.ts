import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { MarkedObject, RowMarks } from '../inspector/marks/rowMarks.ts';
import type { ObjectMarks } from '../inspector/marks/sessionMarks.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { rowScheme } from './contributions.ts';
import { oneLine } from './inertText.ts';
import { allObjectWords } from './markWords.ts';
import { objectQuery, parseObjectQuery } from './objectAddress.ts';

/** VS Code passes over an event that names more: it takes some of them for all. */
const mostAtOnce = 200;

/**
 * Colours and badges of the rows of objects. VS Code asks for those of rows that are in view, and again only for what is told to be another: told of before it was
 * answered it begins anew, so that an object that changes without end would bear nothing. So it is told of no more than what it draws.
 */
export class ObjectDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly onDidChangeFileDecorations: vscode.Event<vscode.Uri[]>;
  readonly #sessions: Sessions;
  readonly #marks: RowMarks;
  /** What it was given last, but for nothing. */
  readonly #given = new Map<string, string>();
  readonly #owned = new DisposableStore();

  constructor(sessions: Sessions, marks: RowMarks) {
    this.#sessions = sessions;
    this.#marks = marks;
    const changed = this.#owned.add(new vscode.EventEmitter<vscode.Uri[]>());
    this.onDidChangeFileDecorations = changed.event;
    this.#owned.add(
      marks.onObjects((objects) => {
        const others = objects.flatMap((object) => this.#uriIfOther(object));
        for (let from = 0; from < others.length; from += mostAtOnce) changed.fire(others.slice(from, from + mostAtOnce));
      }),
    );
    this.#owned.add(vscode.window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const address = uri.scheme === rowScheme ? parseObjectQuery(uri.query) : undefined;
    const session = address && this.#sessions.get(address.source);
    const decoration = session && decorationOf(this.#marks.ofObject({ session, informer: address.informer, key: address.key }));
    if (decoration) this.#given.set(uri.toString(), looksOf(decoration));
    else this.#given.delete(uri.toString());
    return decoration;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #uriIfOther(object: MarkedObject): readonly vscode.Uri[] {
    const uri = rowUri(object);
    return looksOf(decorationOf(this.#marks.ofObject(object))) === (this.#given.get(uri.toString()) ?? '') ? [] : [uri];
  }
}

/** What a row is decorated by: the same for all rows of one object. It names no document. */
export function rowUri({ session, informer, key }: MarkedObject): vscode.Uri {
  return vscode.Uri.from({ scheme: rowScheme, path: '/', query: objectQuery({ source: session.id, informer, key }) });
}

function decorationOf(marks: ObjectMarks): vscode.FileDecoration | undefined {
  const badge = badgeOf(marks);
  if (badge === '') return undefined;
  // What waits comes and goes by the moment, and stands in the row itself.
  return new vscode.FileDecoration(badge, oneLine(allObjectWords({ ...marks, waiting: undefined }).join(', ')), colorOf(marks));
}

function looksOf(decoration: vscode.FileDecoration | undefined): string {
  return decoration ? [decoration.badge, decoration.tooltip, decoration.color?.id].join('\n') : '';
}

/** Two characters at most: what becomes of the object, in the letters of version control, and the gravest of what is on it. What waits for it is said in words alone. */
function badgeOf({ recent, isTerminating, waiting, breakpoints, lints }: ObjectMarks): string {
  const isGone = recent === 'deleted' || recent === 'lostSight';
  const becomes = isGone || waiting?.deletes ? 'D' : isTerminating ? 'T' : recent === 'added' ? 'A' : recent === 'changed' ? 'M' : '';
  const isOn = [lints.length > 0 ? '!' : '', breakpoints.length > 0 ? '●' : ''].join('');
  return `${becomes}${isOn}`.slice(0, 2);
}

function colorOf({ recent, isTerminating, waiting, lints }: ObjectMarks): vscode.ThemeColor | undefined {
  if (recent === 'deleted' || recent === 'lostSight' || waiting?.deletes || isTerminating) return new vscode.ThemeColor('descriptionForeground');
  if (lints.length > 0) return new vscode.ThemeColor('list.warningForeground');
  if (recent === 'added') return new vscode.ThemeColor('charts.green');
  return recent === 'changed' ? new vscode.ThemeColor('charts.blue') : undefined;
}
