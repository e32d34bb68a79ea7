import * as vscode from 'vscode';
import type { Refusal, whyNotReplayed } from '../inspector/recordings/recording.ts';

/** Why a file is not opened as a recording, and what to do. */
export function refusalText(refusal: Refusal, file: string): string {
  switch (refusal.refused) {
    case 'newer':
      return vscode.l10n.t('{0} was written by a later version of the format ({1}) than this version reads. Update Informer Inspector, and open it again.', file, refusal.version);
    case 'empty':
      return vscode.l10n.t('{0} is empty. Record again, or open another file.', file);
    case 'other':
      return vscode.l10n.t('{0} is neither a recording nor what kubectl get --watch -o json writes. Open another file, or open this one as text.', file);
  }
}

/** Why a recording can only be looked at, and what to do. */
export function whyNotText(why: NonNullable<ReturnType<typeof whyNotReplayed>>, title: string): string {
  return why === 'noInput'
    ? vscode.l10n.t('{0} can be looked at, and not replayed: it holds entries only, and nothing of what the server sent. Record with --input, or export it from a session.', title)
    : vscode.l10n.t('{0} can be looked at, and not replayed: it holds changes, and no list to which they belong. Record from the beginning on.', title);
}
