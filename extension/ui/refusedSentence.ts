import * as vscode from 'vscode';
import type { RefusedCredentials } from '../kube/status.ts';
import type { CommandName } from './contributions.ts';

/**
 * What is said of a 401: each origin of credentials has its own cure, and another one when they were good before.
 * @param refused undefined: nothing is known of them, as in an old recording
 */
export function refusedSentence(refused: RefusedCredentials | undefined, source: string): { readonly text: string; readonly remedies: readonly CommandName[] } {
  const text = (refused && datedText(refused, source)) ?? (refused?.how === 'expired' ? expiredText(refused.from, source) : refusedText(refused?.from, source));
  return { text, remedies: remediesFor(refused?.from) };
}

/** A certificate says itself that it is out of date. */
function datedText({ notAfter, notBefore }: RefusedCredentials, source: string): string | undefined {
  if (notAfter !== undefined) return vscode.l10n.t('The client certificate in the kubeconfig for {0} expired on {1}, and is refused (401). Get a new one, then reconnect.', source, dateOf(notAfter));
  if (notBefore === undefined) return undefined;
  return vscode.l10n.t('The client certificate in the kubeconfig for {0} does not hold before {1}, and is refused (401). Put the clock of this machine right, or get another one; then reconnect.', source, dateOf(notBefore));
}

function dateOf(time: number): string {
  return new Date(time).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** They never were taken. */
function refusedText(from: RefusedCredentials['from'] | undefined, source: string): string {
  switch (from) {
    case 'plugin':
      return vscode.l10n.t('{0} does not accept what the credential plugin gives (401). Log in again as you do for kubectl, or check that the plugin logs in to this cluster; then reconnect.', source);
    case 'tokenFile':
      return vscode.l10n.t('{0} does not accept the token in the file that the kubeconfig names (401). Have a token of this cluster written into it; it is read again with each try.', source);
    case 'token':
      return vscode.l10n.t('{0} does not accept the token in the kubeconfig (401): it is wrong or has expired. Put a new one there, then reconnect.', source);
    case 'password':
      return vscode.l10n.t('{0} does not accept the name and password in the kubeconfig (401). Correct them, then reconnect; current Kubernetes versions no longer take them.', source);
    case 'certificate':
      return vscode.l10n.t('{0} does not accept the client certificate in the kubeconfig (401): it has expired, or an authority of another cluster signed it. Get a new one, then reconnect.', source);
    case 'nobody':
      return vscode.l10n.t('{0} wants to know who asks (401), and was told nothing: the context has no credentials, or they are withheld since the server is asked over plain http. Add a user to it in the kubeconfig, or ask over https; then reconnect.', source);
    default:
      return vscode.l10n.t('{0} does not accept your credentials (401): they are wrong or have expired. Log in again as you do for kubectl, then reconnect.', source);
  }
}

/** They were taken before, or others of the same origin. */
function expiredText(from: RefusedCredentials['from'], source: string): string {
  switch (from) {
    case 'plugin':
      return vscode.l10n.t('{0} no longer accepts what the credential plugin gives (401): the login has expired or was withdrawn. The plugin is run again; if that does not help, log in again as you do for kubectl, then reconnect.', source);
    case 'tokenFile':
      return vscode.l10n.t('{0} no longer accepts the token in the file that the kubeconfig names (401): it has expired. The file is read again with each try; have a new token written into it.', source);
    case 'token':
      return vscode.l10n.t('{0} no longer accepts the token in the kubeconfig (401): it has expired or was withdrawn. Put a new one there, then reconnect.', source);
    case 'certificate':
      return vscode.l10n.t('{0} no longer accepts the client certificate in the kubeconfig (401): it has expired, or its authority is not trusted any more. Get a new one, then reconnect.', source);
    case 'authProvider':
      return vscode.l10n.t('{0} no longer accepts your credentials (401): they have expired. Log in again as you do for kubectl, then reconnect.', source);
    case 'password':
    case 'nobody':
      return refusedText(from, source);
  }
}

function remediesFor(from: RefusedCredentials['from'] | undefined): readonly CommandName[] {
  switch (from) {
    case 'plugin':
      return ['reconnect', 'openLoginTerminal'];
    case 'nobody':
      return ['openKubeconfig', 'switchContext'];
    case 'token':
    case 'password':
    case 'certificate':
      return ['openKubeconfig', 'reconnect'];
    default:
      return ['reconnect', 'openKubeconfig'];
  }
}
