import { defineConfig } from 'vitest/config';

/** Unit, conformance and property tests: no server, no editor, no waiting. */
export default defineConfig({
  test: {
    include: ['test/{unit,conformance,property}/**/*.test.ts'],
    reporters: ['default'],
  },
});
