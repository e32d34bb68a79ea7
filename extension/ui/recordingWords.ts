import * as vscode from 'vscode';
import type { Refusal } from '../inspector/recordings/recording.ts';

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
