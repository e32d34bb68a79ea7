import type { PanelMessage } from '../extension/protocol/messages.ts';

/**
 * Where the panel runs: in VS Code, or in a test page. Nothing else in the panel knows which.
 */
export interface Host {
  post(message: PanelMessage): void;
  /** Calls `listener` with whatever arrives, unchecked. */
  onMessage(listener: (message: unknown) => void): void;
  /** What was kept with `setState` before the panel was hidden or the window reloaded; undefined the first time. */
  getState(): unknown;
  setState(state: unknown): void;
}

let current: Host | undefined;

/** @throws Error before {@link setHost} was called */
export function getHost(): Host {
  if (!current) throw new Error('The panel has no host yet.');
  return current;
}

export function setHost(host: Host): void {
  current = host;
}
