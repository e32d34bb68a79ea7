import * as vscode from 'vscode';
import type { FailureCause } from '../inspector/informerState.ts';
import type { InformerStatus } from '../inspector/informerStatus.ts';

/** The icon of what an informer is doing: its shape says what is the matter, its colour how bad it is. Whoever shows it says the same in words. */
export function stateIcon(status: InformerStatus): vscode.ThemeIcon {
  return new vscode.ThemeIcon(shape(status), new vscode.ThemeColor(colour(status)));
}

function shape({ state: { failure }, doing }: InformerStatus): string {
  if (failure && doing !== 'stopped') return failureShape(failure.cause);
  switch (doing) {
    case 'stopped':
      return 'debug-stop';
    case 'heldBack':
      return 'watch';
    case 'connecting':
    case 'opening':
      return 'plug';
    case 'listing':
    case 'streaming':
      return 'cloud-download';
    case 'syncing':
      return 'sync';
    case 'watching':
      return 'eye';
    case 'silent':
      return 'mute';
    case 'backingOff':
      return 'history';
  }
}

function failureShape(cause: FailureCause): string {
  switch (cause) {
    case 'forbidden':
      return 'circle-slash';
    case 'unauthorized':
    case 'expired':
    case 'noCredentials':
      return 'key';
    case 'notServed':
    case 'noLongerServed':
      return 'question';
    case 'throttled':
    case 'queueFull':
      return 'watch';
    case 'unreachable':
      return 'debug-disconnect';
    case 'untrusted':
      return 'unverified';
    case 'serverError':
    case 'other':
      return 'error';
  }
}

function colour({ severity, doing }: InformerStatus): string {
  if (doing === 'stopped') return 'disabledForeground';
  if (severity >= 4) return 'list.errorForeground';
  return severity >= 2 ? 'list.warningForeground' : 'charts.blue';
}
