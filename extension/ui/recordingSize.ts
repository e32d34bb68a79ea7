import * as vscode from 'vscode';
import type { Sessions } from '../inspector/sessions.ts';
import { settingsSection } from './contributions.ts';
import type { SettingsReader } from './settings.ts';

/** Keeps as much of each session as the setting says: a change takes effect at once. A recording that was opened is kept whole. */
export function recordingSize(sessions: Sessions, settings: SettingsReader): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration(`${settingsSection}.recording.megabytes`)) return;
    for (const session of sessions.all) if (!session.recording) session.keep(settings.get('recording.megabytes') * 1_000_000);
  });
}
