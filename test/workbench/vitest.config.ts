import { defineConfig } from 'vitest/config';

/** The packaged extension in a real VS Code: one window at a time, each of them heavy. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['specs/**/*.spec.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The tests of a file tell one story: what fails early leaves nothing to see for what comes after it.
    bail: 0,
  },
});
