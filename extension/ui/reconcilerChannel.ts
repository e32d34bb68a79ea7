import * as vscode from 'vscode';

/** Characters that a channel shows; when twice as many have come, the older half goes. */
const keptCharacters = 512 * 1024;

/** An output channel that does not grow for ever. */
export class ReconcilerChannel implements vscode.Disposable {
  readonly #channel: vscode.OutputChannel;
  #lines: string[] = [];
  #characters = 0;

  constructor(name: string) {
    this.#channel = vscode.window.createOutputChannel(name);
  }

  add(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters > 2 * keptCharacters) this.#shorten();
    else this.#channel.append(line);
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #shorten(): void {
    let first = 0;
    while (this.#characters > keptCharacters && first < this.#lines.length - 1) this.#characters -= this.#lines[first++]!.length;
    const note = `${vscode.l10n.t('… earlier lines were dropped')}\n`;
    this.#lines = [note, ...this.#lines.slice(first)];
    this.#characters += note.length;
    this.#channel.replace(this.#lines.join(''));
  }
}
