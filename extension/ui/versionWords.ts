import * as vscode from 'vscode';
import type { KubeObject } from '../kube/object.ts';

/** What a side of a comparison is called by. */
export function versionWords({ metadata }: KubeObject): string {
  return vscode.l10n.t('version {0}', metadata.resourceVersion ?? '?');
}
