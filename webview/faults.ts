import { limits } from '../extension/protocol/checks.ts';
import { getHost } from './host.ts';

/** Faults that are reported in the life of a page: one that repeats with every frame must not flood the log. */
const most = 20;
let reported = 0;

/** Hands a fault of the panel to the host, for the log. */
export function reportFault(fault: unknown): void {
  if (reported >= most) return;
  reported++;
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  getHost().post({ type: 'panel/fault', body: { message: text.slice(0, limits.text) } });
}

/** Reports whatever nobody caught. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, message }) => reportFault(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportFault(reason));
}
