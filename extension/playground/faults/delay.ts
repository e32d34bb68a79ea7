import type { Clock } from '../../base/clock.ts';
import type { Fault } from './fault.ts';

/** Waits as long as a fault says, 0 for as long as it is switched on; shorter where it is switched off, or `gone` resolves. */
export async function delay(clock: Clock, fault: Fault, gone: Promise<void>): Promise<void> {
  const { ms } = fault.spec;
  const over = Promise.withResolvers<void>();
  const timer = ms > 0 ? clock.setTimer(ms, over.resolve) : undefined;
  fault.hold();
  await Promise.race([over.promise, fault.cleared, gone]);
  fault.letGo();
  timer?.dispose();
}

/** Resolves when the client of a request has gone. */
export function whenGone(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
