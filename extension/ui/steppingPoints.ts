import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import { settingsSection } from './contributions.ts';
import type { SettingsReader } from './settings.ts';

/** Keeps where Pause holds as the setting says, in every session: a change takes effect at once. */
export function steppingPoints(sessions: Sessions, settings: SettingsReader): vscode.Disposable {
  const owned = new DisposableStore();
  owned.add(
    watchSessions(sessions, ({ stepper }) => {
      stepper.setPoints(settings.get('stepping.points'));
      return { dispose: () => undefined };
    }),
  );
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration(`${settingsSection}.stepping.points`)) return;
      for (const { stepper } of sessions.all) stepper.setPoints(settings.get('stepping.points'));
    }),
  );
  return owned;
}
