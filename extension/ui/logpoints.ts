import * as vscode from 'vscode';
import type { BreakpointLog } from '../debugger/breakpoint.ts';
import type { Breakpoints } from '../debugger/breakpoints.ts';
import { ReconcilerChannel } from './reconcilerChannel.ts';
import { redact } from './redact.ts';

/** Where logpoints write, for people to read. The channel is made when the first has something to say. */
export class Logpoints implements vscode.Disposable {
  readonly #subscription: { dispose(): void };
  #channel: ReconcilerChannel | undefined;

  constructor(breakpoints: Breakpoints) {
    this.#subscription = breakpoints.onLog((log) => this.#open().add(`${line(log)}\n`));
  }

  show(): void {
    this.#open().show();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#channel?.dispose();
  }

  #open(): ReconcilerChannel {
    return (this.#channel ??= new ReconcilerChannel('Informer Inspector Logpoints'));
  }
}

/** `12:30:01.123 v1/pods web/api #42: text` */
function line({ text, owner, key, seq, passedOver }: BreakpointLog): string {
  const time = new Date().toTimeString().slice(0, 8);
  const place = [owner, key, seq === undefined ? undefined : `#${seq}`].filter((part) => part !== undefined).join(' ');
  const more = passedOver > 0 ? ` ${vscode.l10n.t('({0} before this one came too fast to be written)', passedOver)}` : '';
  return redact(`${time} ${place}: ${text.replaceAll(/[\r\n]+/g, ' ')}${more}`);
}
