import type * as vscode from 'vscode';

/** One of several, in a quick pick. */
export interface Choice<T> extends vscode.QuickPickItem {
  /** Absent for a separator, and for what only tells something. */
  readonly value?: T;
  /** Done when it is taken, where there is no value. The pick stays. */
  readonly run?: () => void;
}
