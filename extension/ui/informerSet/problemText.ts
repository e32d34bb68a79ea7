import * as vscode from 'vscode';
import { clientGos, queueKinds } from '../../informer/profile.ts';
import { longestSelector, mostNamespaces, mostResyncSeconds, type Wanted } from '../../inspector/informerSet/informerEntry.ts';
import { mostBytes, mostInformers, type SetProblem } from '../../inspector/informerSet/informerSet.ts';
import { oneLine } from '../inertText.ts';
import { selectorWords } from '../selectorWords.ts';

/** What is wrong in the file of a workspace's informers, and what to write instead, as a sentence. */
export function problemText({ field, fault }: Pick<SetProblem, 'field' | 'fault'>): string {
  switch (fault.kind) {
    case 'syntax':
      return vscode.l10n.t('This is not JSON with comments ({0}): correct it here.', fault.code);
    case 'tooLong':
      return vscode.l10n.t('The file is longer than {0} kB: shorten it.', Math.round(mostBytes / 1024));
    case 'tooMany':
      return vscode.l10n.t('The file has {0} informers, and {1} at most can be opened together: remove some.', fault.count, mostInformers);
    case 'missing':
      return vscode.l10n.t('{0} lacks the field {1}: add it.', named(field), JSON.stringify(fault.field));
    case 'unknown':
      return vscode.l10n.t('There is no field {0}: remove it, or correct its name.', JSON.stringify(oneLine(fault.field, 80)));
    case 'wrong': {
      const text = vscode.l10n.t('{0} must be {1}.', named(field), wantedWords(fault.wanted));
      return fault.reason === undefined ? text : vscode.l10n.t('{0} {1}.', text, selectorWords(fault.reason));
    }
  }
}

function named(field: string): string {
  return field === '' ? vscode.l10n.t('The file') : oneLine(field, 80);
}

function wantedWords(wanted: Wanted): string {
  switch (wanted) {
    case 'object':
      return vscode.l10n.t('an object in braces');
    case 'list':
      return vscode.l10n.t('a list in brackets');
    case 'resource':
      return vscode.l10n.t('a resource such as "v1/pods" or "apps/v1/deployments"');
    case 'namespaces':
      return vscode.l10n.t('a list of 1 to {0} namespaces; for all of them leave the field out', mostNamespaces);
    case 'namespace':
      return vscode.l10n.t('the name of a namespace: lower case letters, digits and dashes, 63 at most');
    case 'labelSelector':
      return vscode.l10n.t('a label selector such as "app=web,tier in (front,back)", of at most {0} characters', longestSelector);
    case 'fieldSelector':
      return vscode.l10n.t('a field selector such as "status.phase!=Running", of at most {0} characters', longestSelector);
    case 'boolean':
      return vscode.l10n.t('true or false');
    case 'seconds':
      return vscode.l10n.t('a whole number of seconds from 0 to {0}', mostResyncSeconds);
    case 'clientGo':
      return oneOf(clientGos);
    case 'queue':
      return oneOf(queueKinds);
    case 'source':
      return vscode.l10n.t('"playground", or an object that names a context');
    case 'context':
      return vscode.l10n.t('the name of a context of the kubeconfig');
  }
}

function oneOf(values: readonly string[]): string {
  return vscode.l10n.t('one of {0}', values.map((value) => JSON.stringify(value)).join(', '));
}
