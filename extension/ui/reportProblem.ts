import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { sessionLines } from '../inspector/recordings/exportRecording.ts';
import { type DeclaredSetting, differingSettings } from '../inspector/report/differingSettings.ts';
import { learnNames } from '../inspector/report/learnNames.ts';
import { Pseudonyms } from '../inspector/report/pseudonyms.ts';
import { type RedactedRecording, redactRecording } from '../inspector/report/redactRecording.ts';
import { redactText } from '../inspector/report/redactText.ts';
import { reportText } from '../inspector/report/reportText.ts';
import type { Session } from '../inspector/session.ts';
import { chooseSession } from './picks/pickSession.ts';
import { offerReport } from './offerReport.ts';
import { pickReportParts, type ReportPart } from './picks/pickReportParts.ts';
import type { Ui } from './ui.ts';

const recordingFile = 'redacted-recording.ndjson';

/** What an issue tracker takes as an attachment, and an editor shows at once. */
const mostCharacters = 1024 * 1024;

/**
 * Puts together what whoever mends a problem asks for first, and shows all of it in editors, redacted: nothing leaves the machine but by the person's hand. Each step can be
 * dismissed, and then nothing has happened.
 */
export async function reportProblem(ui: Ui, packageJson: Readonly<Record<string, unknown>>, onReport: (document: vscode.TextDocument) => void): Promise<void> {
  const title = vscode.l10n.t('Report a Problem');
  const sessions = ui.inspector.sessions.all;
  const parts = await pickReportParts(title, sessions.length > 0);
  if (!parts) return;
  const session = parts.has('recording') ? await chooseSession(sessions, title) : undefined;
  if (parts.has('recording') && !session) return;
  const made = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Putting the report together'), cancellable: true }, (_progress, token) =>
    make(ui, packageJson, parts, session, token),
  );
  if (!made) return;
  if (made.recording) await ui.texts.show(ui.texts.put(recordingFile, 'report', made.recording.text));
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: made.text });
  await vscode.window.showTextDocument(document, { preview: false });
  onReport(document);
  await offerReport(document, { ...(made.recording && { recording: { file: recordingFile, text: made.recording.text } }), issues: issuePage(packageJson) });
}

interface Report {
  readonly text: string;
  readonly recording: RedactedRecording | undefined;
}

/** Undefined: cancelled. */
async function make(ui: Ui, packageJson: Readonly<Record<string, unknown>>, parts: ReadonlySet<ReportPart>, session: Session | undefined, token: vscode.CancellationToken): Promise<Report | undefined> {
  const pseudonyms = new Pseudonyms();
  const version = String(packageJson['version']);
  const lines = session && sessionLines(session, { producer: `Informer Inspector ${version}`, wallTime: Date.now() });
  const recording = lines && (await inTurns(redactRecording(lines, pseudonyms, mostCharacters), token));
  // The names of everything that is known, since the log speaks of all sessions.
  await inTurns(learnNames(knownNames(ui), pseudonyms), token);
  if (token.isCancellationRequested) return undefined;
  const text = reportText({
    versions: versions(ui, version),
    ...(parts.has('settings') && { settings: differingSettings(declaredSettings(packageJson), (name) => vscode.workspace.getConfiguration().get(name)) }),
    ...(parts.has('log') && { log: redactText(ui.log.lastLines.join('\n'), pseudonyms) }),
    ...(recording && { recording: { file: recordingFile, lines: recording.lines, leftOut: recording.leftOut } }),
  });
  return { text, recording };
}

/** With a turn for others after each part. Undefined: cancelled. */
async function inTurns<T>(work: Generator<void, T>, token: vscode.CancellationToken): Promise<T | undefined> {
  for (;;) {
    if (token.isCancellationRequested) return undefined;
    const step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

function knownNames({ inspector }: Ui): Parameters<typeof learnNames>[0] {
  const { state } = inspector.kubeconfig;
  const { contexts, clusters, users } = state.kind === 'read' ? state.kubeconfig : { contexts: [], clusters: new Map(), users: new Map() };
  const sessions = inspector.sessions.all;
  const identities = sessions.flatMap(({ cluster }) => cluster.identity ?? []);
  const informers = sessions.flatMap((session) => session.informers.all);
  return {
    contexts: [...contexts.map(({ name }) => name), ...sessions.map(({ cluster }) => cluster.context), ...sessions.flatMap(({ source }) => (source.kind === 'recording' ? [source.title] : []))],
    servers: [...contexts.flatMap(({ server }) => server ?? []), ...sessions.map(({ cluster }) => cluster.server)],
    clusters: [...clusters.keys(), ...contexts.map(({ cluster }) => cluster)],
    users: present([...users.keys(), ...contexts.map(({ user }) => user), ...identities.flatMap(({ user, impersonated, replaced }) => [user, impersonated?.user, replaced?.user])]),
    namespaces: present([...contexts.map(({ namespace }) => namespace), ...sessions.map(({ cluster }) => cluster.namespace), ...informers.map(({ informer }) => informer.scope.namespace)]),
    informers: informers.map(({ name }) => name),
    keys: keysOf(sessions),
    machine: [hostname(), userName(), ...(vscode.workspace.workspaceFolders ?? []).flatMap(({ name, uri }) => [name, path.basename(uri.fsPath)])].filter((name) => name.length > 1),
  };
}

function present(names: readonly (string | undefined)[]): string[] {
  return names.filter((name) => name !== undefined);
}

function* keysOf(sessions: readonly Session[]): Generator<string> {
  for (const { informers } of sessions) for (const { informer } of informers.all) yield* informer.indexer.listKeys();
}

/** Some accounts have no name: then there is none to leave out. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

function versions({ inspector }: Ui, version: string): { readonly name: string; readonly value: string }[] {
  const { remoteName, language, uiKind } = vscode.env;
  return [
    { name: 'Informer Inspector', value: version },
    { name: 'VS Code', value: `${vscode.version}${uiKind === vscode.UIKind.Web ? ', in a browser' : ''}${remoteName === undefined ? '' : `, remote (${remoteKind(remoteName)})`}` },
    { name: 'Display language', value: language },
    { name: 'Node', value: process.versions.node },
    { name: 'Platform', value: `${process.platform} ${process.arch}` },
    // Which server, and never where: its address and its context are the person's.
    ...inspector.sessions.all.map(({ source, connection, informers }) => ({
      name: `Source (${source.kind})`,
      value: `${connection.phase === 'connected' ? `server ${connection.version}` : connection.phase}, informers: ${informers.all.length}`,
    })),
  ];
}

/** `ssh-remote`, `wsl`; of a server in a browser it is an address, which is left out. */
function remoteKind(remoteName: string): string {
  const [kind = ''] = remoteName.split('+');
  return /^[a-z][a-z-]{1,30}$/.test(kind) ? kind : 'a server';
}

function declaredSettings(packageJson: Readonly<Record<string, unknown>>): Readonly<Record<string, DeclaredSetting>> {
  const { contributes } = packageJson as { readonly contributes?: { readonly configuration?: { readonly properties?: Readonly<Record<string, DeclaredSetting>> } } };
  return contributes?.configuration?.properties ?? {};
}

/** Where problems are reported, if the extension says. */
function issuePage({ bugs }: Readonly<Record<string, unknown>>): string | undefined {
  const url = typeof bugs === 'string' ? bugs : (bugs as { readonly url?: unknown } | undefined)?.url;
  return typeof url === 'string' && url.startsWith('https://') ? url : undefined;
}
