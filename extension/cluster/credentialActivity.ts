import { Emitter, type Event } from '../base/emitter.ts';
import type { Clock } from '../base/clock.ts';
import { type LoginPrompt, loginPrompt } from './loginPrompt.ts';

/** So many of the last lines of a plugin are kept, of at most so many characters. */
const maxLines = 20;
const maxLine = 2048;

/** A credential plugin that is running, and that requests are waiting for. */
export interface RunningPlugin {
  /** Whose credentials it gets: a name in the kubeconfig. */
  readonly user: string;
  /** As the kubeconfig has it. */
  readonly command: string;
  /** Of the clock, in milliseconds. */
  readonly startedAt: number;
  /** What it wrote for people last, newest at the end: plain text, no line empty. */
  readonly lines: readonly string[];
  /** What they are asked to do in a browser; stays when it is no longer among the lines. */
  readonly prompt: LoginPrompt;
}

/** Told by whoever runs a plugin. */
export interface PluginReport {
  /** @param replaces it takes the place of the line before */
  say(line: string, replaces: boolean): void;
  end(): void;
}

/** What is done for the credentials of one cluster while its requests wait (K6). At most one plugin runs at a time. */
export class CredentialActivity {
  /** Of the plugin that there is for it; undefined: none. */
  readonly command: string | undefined;
  readonly #clock: Clock;
  readonly #onChange = new Emitter<void>();
  #running: RunningPlugin | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, command: string | undefined) {
    this.#clock = clock;
    this.command = command;
  }

  /** Fires when a plugin begins, says something, or has ended. */
  readonly onChange: Event<void> = this.#onChange.event;

  get running(): RunningPlugin | undefined {
    return this.#running;
  }

  /** Ends the plugin. Requests that wait for it fail with a CredentialError `execCancelled`, and so do later ones: it is not run again by itself. */
  cancel(): void {
    this.#cancel?.();
  }

  begin(user: string, command: string, cancel: () => void): PluginReport {
    let mine: RunningPlugin = { user, command, startedAt: this.#clock.now(), lines: [], prompt: {} };
    this.#cancel = cancel;
    this.#set(mine);
    return {
      say: (line, replaces) => {
        if (this.#running !== mine) return;
        const before = replaces ? mine.lines.slice(0, -1) : mine.lines;
        const lines = [...before, line.slice(0, maxLine)].slice(-maxLines);
        mine = { ...mine, lines, prompt: { ...mine.prompt, ...loginPrompt(lines) } };
        this.#set(mine);
      },
      end: () => {
        if (this.#running !== mine) return;
        this.#cancel = undefined;
        this.#set(undefined);
      },
    };
  }

  #set(running: RunningPlugin | undefined): void {
    this.#running = running;
    this.#onChange.fire();
  }
}
