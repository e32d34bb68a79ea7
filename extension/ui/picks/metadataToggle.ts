import * as vscode from 'vscode';
import type { PickToggle } from './quickPick.ts';

/** Whole objects, or their metadata alone: a button beside the steps, so that nobody is asked who does not care. */
export class MetadataToggle implements PickToggle {
  #on = false;

  get on(): boolean {
    return this.#on;
  }

  get button(): vscode.QuickInputButton {
    return this.#on
      ? { iconPath: new vscode.ThemeIcon('package'), tooltip: vscode.l10n.t('Whole objects') }
      : { iconPath: new vscode.ThemeIcon('tag'), tooltip: vscode.l10n.t('Metadata only: names, labels, owners and versions, in a fraction of the memory') };
  }

  title(title: string): string {
    return this.#on ? vscode.l10n.t('{0}: metadata only', title) : title;
  }

  flip(): void {
    this.#on = !this.#on;
  }
}
