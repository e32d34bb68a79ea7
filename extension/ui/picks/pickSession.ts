import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import type { Session } from '../../inspector/session.ts';
import { withoutIcons } from '../inertText.ts';
import { sourceIcon, sourceTitle } from '../stateWords.ts';
import type { Choice } from './choice.ts';
import { back, quickPick } from './quickPick.ts';

export interface SessionPickOptions {
  readonly title: string;
  /** Which sessions are of use; default: all. */
  readonly filter?: (session: Session) => boolean;
  /** Also offers what could be opened: the contexts of the kubeconfig, and the playground. */
  readonly canOpen?: boolean;
}

type Open = () => Promise<Session>;

/**
 * The session that a command is meant for: the only one there is, or the one that is chosen; one that could not connect is one of them. Undefined:
 * dismissed, or there is none. With `canOpen` and none there, the current context is taken.
 */
export async function pickSession(inspector: Inspector, options: SessionPickOptions): Promise<Session | undefined> {
  const sessions = inspector.sessions.all.filter((session) => options.filter?.(session) ?? true);
  if (sessions.length === 0) return options.canOpen ? openOne(inspector, options.title) : undefined;
  return chooseSession(sessions, options.title);
}

/** The only one, or the one that is chosen. */
export async function chooseSession(sessions: readonly Session[], title: string): Promise<Session | undefined> {
  if (sessions.length <= 1) return sessions[0];
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('On which source?'), none: vscode.l10n.t('Nothing is connected'), choices: sessions.map(choiceOf) });
  return picked === back ? undefined : picked;
}

async function openOne(inspector: Inspector, title: string): Promise<Session | undefined> {
  const kubeconfig = await inspector.kubeconfig.read().catch(() => undefined); // told by the empty view
  if (inspector.kubeconfig.context !== undefined) return inspector.openContext();
  const contexts = (kubeconfig?.contexts ?? []).map(({ name, server }): Choice<Open> => ({
    label: withoutIcons(name),
    description: server ?? '',
    iconPath: new vscode.ThemeIcon('server'),
    value: () => inspector.switchContext(name),
  }));
  const playground: Choice<Open> = {
    label: vscode.l10n.t('Playground'),
    description: vscode.l10n.t('a small cluster that ships with the extension'),
    iconPath: new vscode.ThemeIcon('beaker'),
    value: () => inspector.startPlayground(),
  };
  const placeholder = contexts.length > 0 ? vscode.l10n.t('On which cluster?') : vscode.l10n.t('There is no kubeconfig that can be used: try the playground');
  const picked = await quickPick({ title, placeholder, none: placeholder, choices: [...contexts, playground] });
  return picked === back ? undefined : picked?.();
}

function choiceOf(session: Session): Choice<Session> {
  return {
    value: session,
    label: withoutIcons(sourceTitle(session)),
    description: [session.cluster.server, session.connection.phase === 'failed' ? vscode.l10n.t('not reached') : ''].filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon(sourceIcon(session.source)),
  };
}
