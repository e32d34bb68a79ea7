import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import { CredentialError } from '../cluster/credentialError.ts';
import { impersonationRefused } from '../cluster/impersonation.ts';
import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import { DecisionRefused } from '../debugger/decisionRefused.ts';
import type { Refusal } from '../inspector/access/refusals.ts';
import type { InformerFailure } from '../inspector/informerState.ts';
import { IntrospectionError } from '../inspector/introspection/introspectionError.ts';
import { isImpersonationRefused } from '../inspector/mayImpersonate.ts';
import { PlaygroundError, type UnexpectedExit } from '../inspector/playgroundProcess.ts';
import { NoClusterError } from '../inspector/recordings/noClusterError.ts';
import { InformerInUse } from '../inspector/informerInUse.ts';
import { WhatIfError } from '../inspector/whatIf/sessionWhatIf.ts';
import { CacheCheckError } from '../inspector/verify/cacheCheckError.ts';
import { ApiError, ConnectionError } from '../kube/status.ts';
import { refusalText, verbWord } from './accessWords.ts';
import type { CommandName } from './contributions.ts';
import { credentialBrief, credentialRemedies, credentialSentence } from './credentialSentence.ts';
import { refusedSentence } from './refusedSentence.ts';
import { sayingWords } from './sayingWords.ts';

/** What a person is told about an error: what happened, to what, what to do; and the command that does it. */
export interface Sentence {
  readonly text: string;
  /** What can be done from here, the best first. The log is offered by whoever shows it. */
  readonly remedies: readonly CommandName[];
  /** Before the remedies: what can be done about this one. */
  readonly offers?: readonly { readonly title: string; readonly run: () => unknown }[];
  /** Not a command of ours: VS Code's own editor of workspace trust. */
  readonly manageTrust?: boolean;
}

/** The one place where coded errors become sentences. @param subject the cluster, or what else was asked */
export function sentenceFor(error: unknown, subject: string): Sentence {
  if (isImpersonationRefused(error)) return impersonationSentence(error.message, subject);
  if (KubeconfigError.is(error)) return kubeconfigSentence(error);
  if (CredentialError.is(error)) return credentialSentence(error);
  if (ApiError.is(error)) return error.status === 401 ? refusedSentence(error.credentials, subject) : apiSentence(error.status, error.message, subject);
  if (ConnectionError.is(error)) return connectionSentence(error.code, error.message, subject, error.data.server);
  if (PlaygroundError.is(error)) return playgroundSentence(error);
  if (IntrospectionError.is(error)) return insideSentence(error);
  if (InformerInUse.is(error)) return inUseSentence(error);
  if (NoClusterError.is(error)) {
    return { text: vscode.l10n.t('{0} is a recording, and no cluster is behind it that could be asked or written to. Connect to a cluster, or start the playground.', subject), remedies: ['startPlayground'] };
  }
  if (CacheCheckError.is(error)) return cacheCheckSentence(error);
  if (DecisionRefused.is(error) || WhatIfError.is(error)) return { text: sayingWords(error.said), remedies: [] };
  return { text: vscode.l10n.t('{0}: {1}. Open the log for details.', subject, fullStopless(messageOf(error))), remedies: [] };
}

function impersonationSentence(message: string, subject: string): Sentence {
  const resource = impersonationRefused(message) ?? '';
  return { text: vscode.l10n.t('{0}: you may not act as somebody else (403): {1}. Ask an administrator for the verb impersonate on {2}, or connect as yourself.', subject, fullStopless(message), resource), remedies: [] };
}

/** The same in a few words, beside the name of what it is about. */
export function briefFor(error: unknown): string {
  if (isImpersonationRefused(error)) return vscode.l10n.t('may not impersonate');
  if (KubeconfigError.is(error)) return kubeconfigBrief(error);
  if (CredentialError.is(error)) return credentialBrief(error);
  if (ApiError.is(error, 401)) return error.credentials?.how === 'expired' ? vscode.l10n.t('credentials expired') : vscode.l10n.t('credentials refused');
  if (ApiError.is(error)) return `${error.status} ${error.reason}`.trim();
  if (ConnectionError.is(error)) return connectionBrief(error.code);
  return vscode.l10n.t('not reached');
}

/** An informer's failure, as its trace tells it. @param refusal what is known about one that is forbidden @param who as whom it was asked, where that is somebody else than the user */
export function failureSentence(failure: InformerFailure, informer: string, source: string, refusal?: Refusal, who = ''): Sentence {
  const { cause, phase, code, reason, message } = failure;
  const verb = verbWord(phase);
  switch (cause) {
    case 'forbidden':
      if (impersonationRefused(message) !== undefined) return impersonationSentence(message, source);
      if (refusal) return { text: refusalText(refusal, source, who), remedies: ['startInformer'] };
      if (who !== '') {
        return {
          text: vscode.l10n.t('{0} does not allow you to {1} {2} as {3} (403). Ask an administrator for access, or start the informer in a namespace where it is allowed.', source, verb, informer, who),
          remedies: ['startInformer'],
        };
      }
      return {
        text: vscode.l10n.t('{0} does not allow you to {1} {2} (403). Ask an administrator for access, or start the informer in a namespace where you have it.', source, verb, informer),
        remedies: ['startInformer'],
      };
    case 'unauthorized':
    case 'expired':
      return refusedSentence(failure.credentials, source);
    case 'throttled':
    case 'serverError':
      return apiSentence(code, message, source);
    case 'notServed':
      return {
        text: vscode.l10n.t('{0} does not serve {1} ({2}). Check that its API is installed, or stop the informer.', source, informer, code),
        remedies: ['stopInformer'],
      };
    case 'noLongerServed':
      return {
        text: vscode.l10n.t('{0} does not serve {1} any more ({2}). It goes on by itself when its API is back; if it is not to come back, stop the informer.', source, informer, code),
        remedies: ['stopInformer'],
      };
    case 'unreachable':
    case 'untrusted':
      return connectionSentence(reason, message, source);
    case 'noCredentials':
      return { text: message, remedies: credentialRemedies(reason) };
    case 'queueFull':
      return { text: vscode.l10n.t('The delta queue of {0} is full, so that its watch is not read. It goes on when there is room again: if the pipeline is paused, step or continue it.', informer), remedies: [] };
    case 'other':
      if (isRedirect(code)) return apiSentence(code, message, source);
      return { text: vscode.l10n.t('{0} could not {1} {2}: {3}. It is tried again; open the log for details.', source, verb, informer, fullStopless(message)), remedies: [] };
  }
}

function cacheCheckSentence({ code, data: { informer } }: CacheCheckError): Sentence {
  switch (code) {
    case 'noInformer':
      return { text: vscode.l10n.t('{0} does not run any more, so that there is no cache. Start the informer first.', informer), remedies: ['startInformer'] };
    case 'noServer':
      return { text: vscode.l10n.t('{0} is replayed from a recording, which has no server to ask. Open a session on a cluster to verify its caches.', informer), remedies: [] };
    case 'notSynced':
      return { text: vscode.l10n.t('{0} has not listed its objects yet, so that there is nothing to compare. Try again when it has synced.', informer), remedies: [] };
    case 'listsAlready':
      return { text: vscode.l10n.t('{0} is listing its objects already. Wait until it has.', informer), remedies: [] };
  }
}

function kubeconfigBrief({ code, data: { paths, line, name } }: KubeconfigError): string {
  switch (code) {
    case 'missing':
      return paths.join(', ');
    case 'missingCluster':
      return vscode.l10n.t('no such cluster: {0}', name ?? '');
    case 'missingUser':
      return vscode.l10n.t('no such user: {0}', name ?? '');
    case 'noContext':
      return vscode.l10n.t('no such context');
    default:
      return line === undefined ? vscode.l10n.t('cannot be used') : vscode.l10n.t('line {0}', line);
  }
}

/** @param code of a ConnectionError; of another what it is called itself */
export function connectionBrief(code: string): string {
  switch (code) {
    case 'refused':
      return vscode.l10n.t('connection refused');
    case 'unresolved':
      return vscode.l10n.t('unknown host name');
    case 'certificate':
      return vscode.l10n.t('certificate not trusted');
    case 'certificateExpired':
      return vscode.l10n.t('certificate expired');
    case 'certificateName':
      return vscode.l10n.t('certificate name does not match');
    case 'timeout':
      return vscode.l10n.t('no answer in time');
    case 'reset':
    case 'silent':
      return vscode.l10n.t('connection broken');
    case 'decode':
      return vscode.l10n.t('not a Kubernetes API');
    case 'other':
      return vscode.l10n.t('not reached');
    default:
      return code;
  }
}

/** The playground has gone, and nobody had asked it to. */
export function lostPlayground({ code, signal, output }: UnexpectedExit): Sentence {
  const last = output.trim().split('\n').at(-1) ?? '';
  const how = signal ?? vscode.l10n.t('status {0}', code ?? '?');
  const text = last ? vscode.l10n.t('The playground ended by itself ({0}): {1}. Start it again.', how, fullStopless(last)) : vscode.l10n.t('The playground ended by itself ({0}). Start it again.', how);
  return { text, remedies: ['startPlayground'] };
}

function kubeconfigSentence(error: KubeconfigError): Sentence {
  const paths = error.data.paths.join(', ');
  switch (error.code) {
    case 'missing':
      return { text: vscode.l10n.t('There is no kubeconfig at {0}. Choose one, or try the playground.', paths), remedies: ['chooseKubeconfig', 'startPlayground'] };
    case 'unreadable':
      return { text: sayingWords(error.said), remedies: ['chooseKubeconfig', 'startPlayground'] };
    case 'noContext':
    case 'missingCluster':
    case 'missingUser':
      return { text: sayingWords(error.said), remedies: ['switchContext', 'openKubeconfig', 'startPlayground'] };
    default:
      return { text: sayingWords(error.said), remedies: ['openKubeconfig', 'chooseKubeconfig', 'startPlayground'] };
  }
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function apiSentence(status: number, message: string, subject: string): Sentence {
  if (status === 403) {
    return { text: vscode.l10n.t('{0} does not allow this (403): {1}. Ask an administrator for access, or choose another namespace.', subject, fullStopless(message)), remedies: [] };
  }
  if (isRedirect(status)) {
    return { text: vscode.l10n.t('{0} answered {1}: {2}. Something in between may want a login, or the API server is elsewhere: check the network, and the address in the kubeconfig.', subject, status, fullStopless(message)), remedies: ['openKubeconfig', 'reconnect'] };
  }
  if (status === 404) {
    return { text: vscode.l10n.t('{0} does not know this (404): {1}. The server may be too old for it, or its API is not installed.', subject, fullStopless(message)), remedies: [] };
  }
  if (status === 429) {
    return { text: vscode.l10n.t('{0} is limiting requests (429). They are sent again after a while; stop informers that you do not need.', subject), remedies: [] };
  }
  if (status === 503 || status === 504) {
    return { text: vscode.l10n.t('{0} is unavailable ({1}): {2}. The request is sent again after a while; check that the API server and what stands before it run.', subject, status, fullStopless(message)), remedies: ['reconnect'] };
  }
  if (status >= 500) {
    return { text: vscode.l10n.t('{0} has an internal error ({1}): {2}. The request is sent again after a while; check the log of the API server.', subject, status, fullStopless(message)), remedies: ['reconnect'] };
  }
  return { text: vscode.l10n.t('{0} answered {1}: {2}. Open the log for details.', subject, status, fullStopless(message)), remedies: [] };
}

function connectionSentence(code: string, message: string, subject: string, server = ''): Sentence {
  const where = server ? `${subject} (${server})` : subject;
  switch (code) {
    case 'refused':
      return { text: vscode.l10n.t('The connection to {0} was refused. Check that the cluster runs, and its address in the kubeconfig.', where), remedies: ['reconnect', 'switchContext'] };
    case 'unresolved':
      return { text: vscode.l10n.t('The host name of {0} was not found. Check your network or VPN, or the address in the kubeconfig.', where), remedies: ['reconnect', 'openKubeconfig'] };
    case 'certificate':
      return { text: vscode.l10n.t('The certificate of {0} is not trusted: {1}. Correct the certificate authority in the kubeconfig.', where, fullStopless(message)), remedies: ['openKubeconfig', 'reconnect'] };
    case 'certificateExpired':
      return {
        text: vscode.l10n.t('The certificate of {0}, or that of its authority, has expired or does not hold yet: {1}. Renew it on the server, or put the clock of this machine right.', where, fullStopless(message)),
        remedies: ['reconnect', 'switchContext'],
      };
    case 'certificateName':
      return {
        text: vscode.l10n.t('The certificate of {0} is for another name: {1}. Correct the address in the kubeconfig, or give there as tls-server-name a name that the certificate has.', where, fullStopless(message)),
        remedies: ['openKubeconfig', 'reconnect'],
      };
    case 'timeout':
      return { text: vscode.l10n.t('{0} did not answer in time. Check your network or VPN.', where), remedies: ['reconnect', 'switchContext'] };
    case 'reset':
    case 'silent':
      return { text: vscode.l10n.t('The connection to {0} broke. It is opened again; check your network or VPN if this goes on.', where), remedies: ['reconnect'] };
    case 'decode':
      return { text: vscode.l10n.t('{0} sent something that is not an answer of the Kubernetes API. Check the address in the kubeconfig.', where), remedies: ['openKubeconfig'] };
    default:
      return { text: vscode.l10n.t('{0} cannot be reached: {1}. Check your network or VPN.', where, fullStopless(message)), remedies: ['reconnect', 'switchContext'] };
  }
}

function playgroundSentence(error: PlaygroundError): Sentence {
  const last = error.data.output.trim().split('\n').at(-1) ?? '';
  switch (error.code) {
    case 'silent':
      return { text: vscode.l10n.t('The playground was not ready in time and was stopped. Start it again.'), remedies: ['startPlayground'] };
    case 'ended':
      return { text: vscode.l10n.t('The playground ended before it was ready: {0}. Start it again.', fullStopless(last || error.message)), remedies: ['startPlayground'] };
    default:
      return { text: vscode.l10n.t('The playground could not be started: {0}. Installing the extension again may help.', fullStopless(error.message)), remedies: ['startPlayground'] };
  }
}

function insideSentence(error: IntrospectionError): Sentence {
  switch (error.code) {
    case 'unreachable':
      return { text: vscode.l10n.t('The playground does not answer: {0}. Start it if it has ended.', fullStopless(error.message)), remedies: ['startPlayground'] };
    case 'refused':
      return error.data.status === 404
        ? { text: vscode.l10n.t('The playground that runs knows nothing of this. Stop it and start it again.'), remedies: [] }
        : { text: vscode.l10n.t('The playground refused this: {0}. Correct it and try again.', fullStopless(error.message)), remedies: [] };
    case 'unreadable':
      return { text: vscode.l10n.t('What the playground answered cannot be read: {0}. Stop it and start it again.', fullStopless(error.message)), remedies: [] };
  }
}

function inUseSentence({ data: { informer, controllers } }: InformerInUse): Sentence {
  return { text: vscode.l10n.t('{0} is used by {1}. Stop the reconciler first.', informer, controllers.join(', ')), remedies: ['stopReconciler'] };
}

function fullStopless(text: string): string {
  return text.replace(/[.\s]+$/, '');
}
