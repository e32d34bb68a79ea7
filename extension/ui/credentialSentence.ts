import * as vscode from 'vscode';
import type { CredentialError } from '../cluster/credentialError.ts';
import { loginPrompt } from '../cluster/loginPrompt.ts';
import type { CommandName } from './contributions.ts';
import { openLink } from './openLink.ts';
import { sayingWords } from './sayingWords.ts';

/** What is said of credentials that could not be had; what it is comes with the error. */
export function credentialSentence(error: CredentialError) {
  if (error.code === 'execForbidden') return { text: sayingWords(error.said), remedies: ['switchContext'] as const, manageTrust: true };
  const { link } = loginPrompt([error.data.installHint ?? '']);
  const offers = link === undefined ? undefined : [{ title: vscode.l10n.t('Open Link'), run: () => openLink(link) }];
  return { text: sayingWords(error.said), remedies: credentialRemedies(error.code), ...(offers && { offers }) };
}

/** The same in a few words. */
export function credentialBrief({ code }: Pick<CredentialError, 'code'>): string {
  switch (code) {
    case 'execForbidden':
      return vscode.l10n.t('credential plugin is off');
    case 'execMissing':
      return vscode.l10n.t('credential plugin not found');
    case 'execCancelled':
      return vscode.l10n.t('login cancelled');
    default:
      return vscode.l10n.t('no credentials');
  }
}

/** What can be done about it. @param code of a CredentialError */
export function credentialRemedies(code: string): readonly CommandName[] {
  switch (code) {
    case 'execCancelled':
    case 'execTimeout':
      return ['reconnect', 'switchContext'];
    case 'execInteractive':
    case 'execFailed':
      return ['openLoginTerminal', 'reconnect'];
    default:
      return ['openKubeconfig', 'reconnect'];
  }
}
