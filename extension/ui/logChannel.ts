import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { redact } from './redact.ts';

/** The log that people read: a channel of its own, with a level that they set. Every line is redacted here. */
export class LogChannel implements Logger, Disposable {
  readonly #channel = vscode.window.createOutputChannel('Informer Inspector', { log: true });

  trace(tag: string, message: string): void {
    this.#channel.trace(line(tag, message));
  }

  info(tag: string, message: string): void {
    this.#channel.info(line(tag, message));
  }

  warn(tag: string, message: string): void {
    this.#channel.warn(line(tag, message));
  }

  error(tag: string, message: string, error?: unknown): void {
    this.#channel.error(line(tag, message));
    if (error instanceof Error && error.stack) this.#channel.error(redact(error.stack));
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

function line(tag: string, message: string): string {
  return redact(`[${tag}] ${message}`);
}
