/** One Ctrl-C may come twice: a terminal signals every process of its group, and npm passes its own on. */
const oneInterruptMs = 1000;

/**
 * Calls `end` on the first SIGINT or SIGTERM. Another one a second later or more ends the program at once, as it does
 * any program.
 */
export function onInterrupt(end: () => void): void {
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (first === undefined) {
        first = now;
        end();
      } else if (now - first >= oneInterruptMs) {
        process.exit(130);
      }
    });
  }
}
