import { defineConfig } from 'vitest/config';

/** The tests that a mutant of `informer/` or `workqueue/` has to get past: those that concern them, and take a moment. */
export default defineConfig({
  test: {
    include: ['test/unit/{informer,workqueue}/**/*.test.ts', 'test/conformance/**/*.test.ts', 'test/property/{nothingLost,soak}.test.ts'],
    reporters: ['default'],
    // Each mutant has a fresh process of its tests as it is; a further one for each of their files would double the time.
    isolate: false,
  },
});
