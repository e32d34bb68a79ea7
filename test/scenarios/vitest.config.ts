import { defineConfig } from 'vitest/config';

/** Every scenario against a playground in a process of its own, with real sessions: several at a time, since most of their time is waiting. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    maxConcurrency: 4,
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
