import { defineConfig } from 'vitest/config';

/** Unit, conformance and property tests, layer rules and the manifest: no server, no editor, no waiting. */
export default defineConfig({
  test: {
    // What takes seconds here takes many on a machine that does other things; no test is about its own time.
    testTimeout: 30_000,
    include: ['test/{unit,conformance,property,architecture,manifest}/**/*.test.ts'],
    reporters: ['default'],
  },
});
