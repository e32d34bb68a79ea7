import * as vscode from 'vscode';

/** What is left of a wait, which is counted down: `5.2 s`, `12 s`, `4 min 12 s`. It never says that nothing is left while something is. */
export function waitWords(ms: number): string {
  if (ms <= 9900) return vscode.l10n.t('{0} s', decimal(Math.ceil(ms / 100) / 10));
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? vscode.l10n.t('{0} s', seconds) : minutes(seconds);
}

/** How long something has lasted: `3 s`, `4 min 12 s`, `2 h 5 min`. */
export function lastedWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return vscode.l10n.t('{0} s', seconds);
  return seconds < 3600 ? minutes(seconds) : hours(Math.floor(seconds / 60));
}

/** The same to the tenth of a second while it is short. */
export function exactWords(ms: number): string {
  return ms < 10_000 ? vscode.l10n.t('{0} s', decimal(Math.floor(ms / 100) / 10)) : lastedWords(ms);
}

function minutes(seconds: number): string {
  const rest = seconds % 60;
  return rest === 0 ? vscode.l10n.t('{0} min', seconds / 60) : vscode.l10n.t('{0} min {1} s', Math.floor(seconds / 60), rest);
}

function hours(all: number): string {
  const rest = all % 60;
  return rest === 0 ? vscode.l10n.t('{0} h', all / 60) : vscode.l10n.t('{0} h {1} min', Math.floor(all / 60), rest);
}

function decimal(seconds: number): string {
  return seconds.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
