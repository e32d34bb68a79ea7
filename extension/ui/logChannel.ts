import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { redact } from './redact.ts';

/** What is remembered of it. */
const mostLines = 200;
const mostCharacters = 2000;

/** The log that people read: a channel of its own, with a level that they set. Every line is redacted here. */
export class LogChannel implements Logger, Disposable {
  /** The newest, at their end. */
  readonly #last: string[] = [];
  readonly #channel = vscode.window.createOutputChannel('Informer Inspector', { log: true });

  trace(tag: string, message: string): void {
    this.#write('trace', line(tag, message));
  }

  info(tag: string, message: string): void {
    this.#write('info', line(tag, message));
  }

  warn(tag: string, message: string): void {
    this.#write('warn', line(tag, message));
  }

  error(tag: string, message: string, error?: unknown): void {
    this.#write('error', line(tag, message));
    if (error instanceof Error && error.stack) this.#write('error', redact(error.stack));
  }

  /** What was written last, but for what the chosen level leaves out, oldest first: for a report. */
  get lastLines(): readonly string[] {
    return this.#last;
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #write(level: 'trace' | 'info' | 'warn' | 'error', text: string): void {
    this.#channel[level](text);
    if (level === 'trace' && this.#channel.logLevel !== vscode.LogLevel.Trace) return;
    this.#last.push(`${new Date().toISOString()} [${level}] ${text.slice(0, mostCharacters)}`);
    if (this.#last.length > mostLines) this.#last.shift();
  }
}

function line(tag: string, message: string): string {
  return redact(`[${tag}] ${message}`);
}
