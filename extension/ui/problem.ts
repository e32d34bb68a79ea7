import * as vscode from 'vscode';
import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import { emptyReason } from '../inspector/emptyReason.ts';
import type { Inspector } from '../inspector/inspector.ts';
import type { Session } from '../inspector/session.ts';
import { retryAt, secondsTo, sourceTitle } from './stateWords.ts';
import { briefFor, sentenceFor } from './sentences.ts';

/** What keeps the person from the cluster they want, in words. */
export interface Problem {
  /** The context, or the kubeconfig. */
  readonly subject: string;
  /** A few words. */
  readonly brief: string;
  /** The whole sentence, as it is now: with the seconds until it is tried again. */
  text(): string;
  /** The session that could not connect, where there is one. */
  readonly session: Session | undefined;
  /** Its text moves by itself. */
  readonly counts: boolean;
}

type Asked = Pick<Inspector, 'sessions' | 'openFailure' | 'kubeconfig'>;

/** Of a session: undefined unless it could not connect. */
export function sessionProblem(session: Session): Problem | undefined {
  const { connection } = session;
  if (connection.phase !== 'failed') return undefined;
  const { error, retry } = connection;
  const subject = sourceTitle(session);
  const { text } = sentenceFor(error, subject);
  return {
    subject,
    brief: [briefFor(error), retry ? retryAt(retry, session) : ''].filter(Boolean).join(', '),
    text: () => (retry ? `${text} ${retryIn(secondsTo(retry, session))}` : text),
    session,
    counts: retry !== undefined,
  };
}

/** Of a context that could not even be asked. */
export function openProblem({ openFailure }: Asked): Problem | undefined {
  return openFailure && fixed(openFailure.context || vscode.l10n.t('kubeconfig'), openFailure.error);
}

/** Why the tree is empty, where that is a fault; a kubeconfig that is not there is none. */
export function emptyProblem(inspector: Asked): Problem | undefined {
  const empty = emptyReason(inspector);
  if (empty?.error === undefined || empty.reason === 'noKubeconfig') return undefined;
  for (const session of inspector.sessions.all) {
    const problem = sessionProblem(session);
    if (problem) return problem;
  }
  return openProblem(inspector) ?? fixed(placeOf(empty.error), empty.error);
}

/** `Retry in 4 s.` */
export function retryIn(seconds: number): string {
  return seconds > 0 ? vscode.l10n.t('Retrying in {0} s.', seconds) : vscode.l10n.t('Retrying…');
}

function fixed(subject: string, error: unknown): Problem {
  const { text } = sentenceFor(error, subject);
  return { subject, brief: briefFor(error), text: () => text, session: undefined, counts: false };
}

/** The file is the subject of what is wrong in it. */
function placeOf(error: unknown): string {
  if (!KubeconfigError.is(error)) return vscode.l10n.t('kubeconfig');
  const [first = ''] = error.data.paths;
  return first.split(/[\\/]/).at(-1) || vscode.l10n.t('kubeconfig');
}
