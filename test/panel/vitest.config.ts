import { defineConfig } from 'vitest/config';

/** The panel alone, with a fake host, in a real browser: no editor, no cluster. */
export default defineConfig({
  test: {
    include: ['test/panel/**/*.test.ts'],
    globalSetup: ['test/panel/support/buildPanel.ts'],
    // One browser at a time: figures are measured here, on machines with few cores.
    fileParallelism: false,
    // A panel draws with the next frame: what it is to show is waited for.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
