import type { Event } from '../../base/emitter.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** The way to a reconciler's process and back. */
export interface Channel {
  /** Sent with all else of this turn; dropped when the process has ended. */
  send(message: ToProcess): void;
  /** Undefined while there is room for more; else resolves when there is, or when the process has ended. */
  whenRoomy(): Promise<void> | undefined;
  /** Each message in the order in which it was sent, read and bounded. */
  readonly onMessage: Event<FromProcess>;
  /** A message that is well formed and makes no sense: it is ignored, and too many of them end the process. */
  ignored(what: string): void;
}
