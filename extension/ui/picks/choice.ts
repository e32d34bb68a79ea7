import type * as vscode from 'vscode';

/** One of several, in a quick pick. */
export interface Choice<T> extends vscode.QuickPickItem {
  /** Absent for a separator. */
  readonly value?: T;
}
