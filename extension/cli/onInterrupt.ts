/** One Ctrl-C may come twice: a terminal signals every process of its group, and npm passes its own on. */
const oneInterruptMs = 1000;

/** Ctrl-C, a polite kill, and the terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `end` on the first of them. Another one a second later or more ends the program at once, as it does any
 * program. To be called before anything that takes time is loaded: until then a signal ends the program without a word.
 */
export function onInterrupt(end: () => void): void {
  let first: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now();
      if (first === undefined) {
        first = now;
        end();
      } else if (now - first >= oneInterruptMs) {
        endBySignal(signal);
      }
    });
  }
}

/** Ends the program at once, as if it had never listened. Not by `process.exit`, which waits for reads and writes that wait for others. */
export function endBySignal(signal: (typeof signals)[number]): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
