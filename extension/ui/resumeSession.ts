import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { entryOf, readEntry } from '../inspector/informerSet/informerEntry.ts';
import { informerRequests, startInformers } from '../inspector/informerRequest.ts';
import type { Inspector } from '../inspector/inspector.ts';
import type { Session } from '../inspector/session.ts';
import { type KnownSource, parseSourceId } from '../inspector/sessionSource.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import { recordingEditorType } from './contributions.ts';
import type { Recents } from './recents.ts';

/** Keeps in mind which sources there were and which informers each has, so that a session that a reload ended can be begun again. */
export function rememberInformers(inspector: Inspector, recents: Recents): Disposable {
  return watchSessions(inspector.sessions, (session) => {
    // Those of a recording are in it.
    if (session.source.kind === 'recording') return { dispose: () => undefined };
    if (!recents.sources.includes(session.id)) recents.noteInformers(session.id, []);
    return session.informers.onChange(() => {
      recents.noteInformers(session.id, informerRequests(session).map((request) => entryOf(request)));
    });
  });
}

/** Begins a source again, with the informers that it had. A source that is none is the playground. */
export async function resumeSession(inspector: Inspector, recents: Recents, sourceId: string): Promise<void> {
  const source = parseSourceId(sourceId);
  const requests = recents.informersOf(sourceId).flatMap((entry) => readEntry(entry, () => undefined)?.requests ?? []);
  if (source?.kind === 'recording') return openRecordingAgain(source.uri);
  startInformers(await openSource(inspector, source), requests);
}

function openSource(inspector: Inspector, source: Exclude<KnownSource, { readonly kind: 'recording' }> | undefined): Promise<Session> {
  if (source?.kind !== 'context') return source?.as ? inspector.openPlaygroundAs(source.as) : inspector.startPlayground();
  return source.as ? inspector.openAs(source.context, source.as) : inspector.openContext(source.context);
}

/** Whatever opens a file opens a recording. */
async function openRecordingAgain(uri: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.parse(uri), recordingEditorType);
}
