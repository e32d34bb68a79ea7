import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { SessionController } from '../inspector/sessionController.ts';
import type { Sessions } from '../inspector/sessions.ts';

/** A reconciler's file was saved: it is run again from what it is now, on every source on which it runs. Saved again meanwhile, once more after that. */
export function reloadOnSave(sessions: Sessions, logger: Logger): vscode.Disposable {
  const reloads = new Map<SessionController, { again: boolean }>();

  const reload = async (controller: SessionController): Promise<void> => {
    const underWay = reloads.get(controller);
    if (underWay) {
      underWay.again = true;
      return;
    }
    const own = { again: true };
    reloads.set(controller, own);
    try {
      while (own.again && controller.state !== 'stopped') {
        own.again = false;
        await controller.reload();
      }
    } catch (error) {
      logger.error('reconciler', messageOf(error), error);
    } finally {
      reloads.delete(controller);
    }
  };

  return vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    if (uri.scheme !== 'file' || !vscode.workspace.isTrusted) return;
    for (const { controllers } of sessions.all) {
      for (const controller of controllers.all) if (controller.source.kind === 'file' && controller.source.path === uri.fsPath) void reload(controller);
    }
  });
}
