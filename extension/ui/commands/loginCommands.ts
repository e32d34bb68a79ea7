import { delimiter } from 'node:path';
import * as vscode from 'vscode';
import type { RunningPlugin } from '../../cluster/credentialActivity.ts';
import type { Inspector } from '../../inspector/inspector.ts';
import type { Session } from '../../inspector/session.ts';
import { loginCommand } from '../loginCommand.ts';
import { openLink } from '../openLink.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';
import { sessionIn } from './arguments.ts';

/** A shell tells that it is ready sooner than this, if it tells at all, in milliseconds. */
const promptMs = 3000;

/** What a person does while a credential plugin waits for them, and where it can ask them. Nothing is taken from whoever calls a command but the session that was clicked. */
export function loginCommands({ inspector }: Ui) {
  const waiting = (args: readonly unknown[]): Waiting | undefined => waitingOf(inspector, args);
  return {
    async openLoginLink(...args: readonly unknown[]): Promise<void> {
      const { link } = waiting(args)?.plugin.prompt ?? {};
      if (link !== undefined) await openLink(link);
    },

    async copyLoginCode(...args: readonly unknown[]): Promise<void> {
      const { code } = waiting(args)?.plugin.prompt ?? {};
      if (code === undefined) return;
      await vscode.env.clipboard.writeText(code);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Code copied: {0}', code), 3000);
    },

    cancelLogin(...args: readonly unknown[]): void {
      waiting(args)?.session.login.cancel();
    },

    /** The command is typed, and not run: whoever reads it presses Enter. */
    async openLoginTerminal(...args: readonly unknown[]): Promise<void> {
      const session = sessionIn(args) ?? contextOf(inspector);
      if (session?.source.kind !== 'context') return;
      const { paths: files } = await inspector.kubeconfig.upToDate().catch(() => ({ paths: [] })); // the view tells
      const terminal = vscode.window.createTerminal({
        name: vscode.l10n.t('Log in to {0}', sourceTitle(session)),
        ...(files.length > 0 && { env: { KUBECONFIG: files.join(delimiter) } }),
      });
      terminal.show();
      await whenPrompting(terminal);
      terminal.sendText(loginCommand(session.cluster.context), false);
    },
  };
}

/** What is typed before the shell asks for it stands there twice. Where it does not tell, it has been waited for long enough. */
async function whenPrompting(terminal: vscode.Terminal): Promise<void> {
  if (terminal.shellIntegration) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, promptMs);
  const listening = vscode.window.onDidChangeTerminalShellIntegration((event) => event.terminal === terminal && resolve());
  await promise;
  clearTimeout(timer);
  listening.dispose();
}

interface Waiting {
  readonly session: Session;
  readonly plugin: RunningPlugin;
}

/** That of the session that was clicked; else the one that has said most about what to do. */
function waitingOf({ sessions }: Inspector, args: readonly unknown[]): Waiting | undefined {
  const clicked = sessionIn(args);
  const all = (clicked ? [clicked] : sessions.all).flatMap((session): Waiting[] => (session.login.waiting ? [{ session, plugin: session.login.waiting }] : []));
  return all.find(({ plugin }) => plugin.prompt.link !== undefined || plugin.prompt.code !== undefined) ?? all[0];
}

/** The context that cannot be reached, else the one that is open. */
function contextOf({ sessions }: Inspector): Session | undefined {
  const contexts = sessions.all.filter(({ source }) => source.kind === 'context');
  return contexts.find(({ connection }) => connection.phase === 'failed') ?? contexts[0];
}
