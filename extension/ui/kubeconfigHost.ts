import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { remotePlace } from '../inspector/remotePlace.ts';
import { oneLine } from './inertText.ts';

/** Where the kubeconfig is, `WSL: Ubuntu`; undefined on the machine at which the person sits. */
export function kubeconfigHost(): string | undefined {
  const place = remotePlace({ remoteName: vscode.env.remoteName, hostname: hostname(), env: process.env });
  return place && oneLine(place, 60);
}
