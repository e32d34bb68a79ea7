import * as vscode from 'vscode';
import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import { emptyReason } from '../inspector/emptyReason.ts';
import type { Inspector } from '../inspector/inspector.ts';
import type { Session } from '../inspector/session.ts';
import { waitWords } from './durationWords.ts';
import { attemptWords } from './informerWords.ts';
import { briefFor, sentenceFor } from './sentences.ts';
import { sourceTitle } from './stateWords.ts';

/** What keeps the person from the cluster they want, in words. */
export interface Problem {
  /** The context, or the kubeconfig. */
  readonly subject: string;
  /** A few words that stand as long as nothing happens. */
  readonly brief: string;
  /** The same as it is now: with what is left until it is tried again. */
  line(): string;
  /** The whole sentence, as it is now. */
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
  const brief = briefFor(error);
  if (!retry) return { ...fixed(subject, error), session };
  const { attempt, due } = retry;
  return {
    subject,
    brief: vscode.l10n.t('{0}, attempt {1}', brief, attempt),
    line: () => `${brief}, ${attemptWords(attempt, due - session.now())}`,
    text: () => `${text} ${retryIn(due - session.now())}`,
    session,
    counts: true,
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

/** `Retrying in 4.2 s.` */
export function retryIn(ms: number): string {
  return ms > 0 ? vscode.l10n.t('Retrying in {0}.', waitWords(ms)) : vscode.l10n.t('Retrying…');
}

function fixed(subject: string, error: unknown): Problem {
  const { text } = sentenceFor(error, subject);
  const brief = briefFor(error);
  return { subject, brief, line: () => brief, text: () => text, session: undefined, counts: false };
}

/** The file is the subject of what is wrong in it. */
function placeOf(error: unknown): string {
  if (!KubeconfigError.is(error)) return vscode.l10n.t('kubeconfig');
  const [first = ''] = error.data.paths;
  return first.split(/[\\/]/).at(-1) || vscode.l10n.t('kubeconfig');
}
