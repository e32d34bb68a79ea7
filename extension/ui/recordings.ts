import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Inspector } from '../inspector/inspector.ts';
import { recordingText, sessionLines } from '../inspector/recordings/exportRecording.ts';
import type { ReplayOptions } from '../inspector/recordings/sessionRecording.ts';
import type { Session } from '../inspector/session.ts';
import type { ContextSource } from '../inspector/sessionSource.ts';
import type { RecordingMessages } from '../protocol/recording.ts';
import { recordingEditorType } from './contributions.ts';
import type { PanelHandlers } from './panelHandlers.ts';

/** The end of a recording's name, by which it is opened with a double click. */
const recordingExtension = '.informertrace';

/** What can be done with recordings, from the palette and from the panel. */
export class Recordings {
  readonly #inspector: Inspector;
  readonly #producer: string;

  /** @param version of the extension */
  constructor(inspector: Inspector, version: string) {
    this.#inspector = inspector;
    this.#producer = `Informer Inspector ${version}`;
  }

  /** Asks for a file, and opens it whatever its name is: kubectl's have none of their own. */
  async open(): Promise<void> {
    const [uri] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Open Recording'),
        openLabel: vscode.l10n.t('Open Recording'),
        filters: { [vscode.l10n.t('Recordings')]: ['informertrace', 'ndjson', 'json', 'jsonl'], [vscode.l10n.t('All files')]: ['*'] },
      })) ?? [];
    if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, recordingEditorType);
  }

  /** Writes what the session has recorded; what is secret in it has been masked before it came there. */
  async export(session: Session): Promise<void> {
    const uri = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export Recording'),
      defaultUri: vscode.Uri.file(path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(), `${nameFor(session)}${recordingExtension}`)),
      filters: { [vscode.l10n.t('Recordings')]: ['informertrace', 'ndjson'] },
    });
    if (!uri) return;
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Exporting the recording') }, async () => {
      await vscode.workspace.fs.writeFile(uri, await this.#bytes(session));
    });
    vscode.window.setStatusBarMessage(vscode.l10n.t('Recording saved as {0}', uri.fsPath), 5000);
  }

  /** Plays the recording that the session shows from its beginning. */
  async replay(session: Session, replay: ReplayOptions): Promise<void> {
    const { source, recording } = session;
    if (source.kind === 'recording' && recording && recording.whyNot === undefined) await this.#inspector.openRecording(source, { recording: recording.recording, replay });
  }

  /** Shows its entries as they were recorded. */
  async show({ source, recording }: Session): Promise<void> {
    if (source.kind === 'recording' && recording) await this.#inspector.openRecording(source, { recording: recording.recording });
  }

  /** What a panel asks. A message without a handler does not compile. */
  readonly panelHandlers: PanelHandlers<RecordingMessages> = {
    'recording/replay': (session, { speed, paused }) => this.replay(session, { speed: speedOf(speed), paused }),
    'recording/speed': (session, { speed }) => session.recording?.setSpeed(speedOf(speed)),
    'recording/show': (session) => this.show(session),
    'recording/export': (session) => this.export(session),
    'recording/compare': (session, { hold, all }) => session.comparisons.compare(all ? 'all' : hold),
  };

  /** In pieces, with a turn for others between them. */
  async #bytes(session: Session): Promise<Uint8Array> {
    const pieces: Buffer[] = [];
    for (const piece of recordingText(sessionLines(session, { producer: this.#producer, wallTime: Date.now() }))) {
      pieces.push(Buffer.from(piece));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    return Buffer.concat(pieces);
  }
}

/** 0: as fast as the engine goes. */
function speedOf(speed: number): ReplayOptions['speed'] {
  return speed > 0 && speed <= 1000 ? speed : 'fast';
}

function nameFor({ source }: Session): string {
  const title = source.kind === 'context' ? contextTitle(source) : source.kind === 'playground' ? source.kind : source.title.replace(/\.informertrace(\.ndjson)?$/, '');
  return title.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '').slice(0, 80) || 'recording';
}

function contextTitle({ context, as }: ContextSource): string {
  return as ? `${context}-${as.namespace}-${as.name}` : context;
}
