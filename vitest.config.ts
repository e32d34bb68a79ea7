import { defineConfig } from 'vitest/config';

/** Unit, conformance and property tests, layer rules and the manifest: no server, no editor, no waiting. */
export default defineConfig({
  test: {
    include: ['test/{unit,conformance,property,architecture,manifest}/**/*.test.ts'],
    reporters: ['default'],
  },
});
