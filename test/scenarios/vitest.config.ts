import { defineConfig } from 'vitest/config';

/** Every scenario against a playground in a process of its own, with real sessions: several at a time, since most of their time is waiting. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    // Each fault of a real playground waits for bookmarks and backoffs: minutes, so it is run when it is asked for.
    include: process.env['FAULT_CAUSES'] ? ['**/*.test.ts'] : ['**/{scenarios,beside}.test.ts'],
    maxConcurrency: 4,
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
