import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../tools/project.ts';

/** A notification or a dialog that was shown, with its buttons as they stand. */
export interface ShownMessage {
  readonly kind: 'error' | 'warning' | 'information';
  readonly text: string;
  /** Of a dialog: what stands below its question. */
  readonly detail?: string;
  readonly isModal: boolean;
  readonly buttons: readonly string[];
}

/** What was shown, in order; and the button that whoever looks presses: undefined dismisses. */
export const messages = { shown: [] as ShownMessage[], press: (_message: ShownMessage): string | undefined => undefined };

export class FakeStatusBarItem {
  text = '';
  name: string | undefined;
  tooltip: unknown;
  command: unknown;
  color: unknown;
  backgroundColor: unknown;
  accessibilityInformation: { readonly label: string } | undefined;
  isShown = false;
  show = (): void => void (this.isShown = true);
  hide = (): void => void (this.isShown = false);
  dispose = (): void => this.hide();
}

/** The newest last. */
export const statusBarItems: FakeStatusBarItem[] = [];

function show(kind: ShownMessage['kind']) {
  return (text: string, ...rest: readonly unknown[]): Promise<unknown> => {
    const [first] = rest;
    const options = typeof first === 'object' && first !== null && !('title' in first) ? (first as { readonly modal?: boolean; readonly detail?: string }) : undefined;
    const items = options ? rest.slice(1) : rest;
    const titleOf = (item: unknown): string => (typeof item === 'string' ? item : (item as { readonly title: string }).title);
    const message: ShownMessage = { kind, text, isModal: options?.modal === true, ...(options?.detail !== undefined && { detail: options.detail }), buttons: items.map(titleOf) };
    messages.shown.push(message);
    const pressed = messages.press(message);
    return Promise.resolve(items.find((item) => titleOf(item) === pressed));
  };
}

/** The translations of the extension, by their English texts. */
export const chinese = JSON.parse(readFileSync(path.join(root, 'extension/ui/l10n/bundle.l10n.zh-cn.json'), 'utf8')) as Readonly<Record<string, string>>;

/** Those of the window: none where it is in English. */
export const language: { bundle: Readonly<Record<string, string>> } = { bundle: {} };

/** VS Code's own, as far as it is asked where a test puts this in its place: texts in the language of the window, and somebody who presses buttons. */
export const fakeVscode = {
  l10n: { t: (text: string, ...values: readonly unknown[]) => (language.bundle[text] ?? text).replaceAll(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)])) },
  StatusBarAlignment: { Left: 1, Right: 2 },
  window: {
    showErrorMessage: show('error'),
    showWarningMessage: show('warning'),
    showInformationMessage: show('information'),
    createStatusBarItem: (): FakeStatusBarItem => {
      const item = new FakeStatusBarItem();
      statusBarItems.push(item);
      return item;
    },
  },
};
