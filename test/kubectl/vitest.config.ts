import { defineConfig } from 'vitest/config';
import { findKubectl } from './findKubectl.ts';

/** The playground as kubectl sees it. Where there is no kubectl, one skipped test says so. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: [findKubectl() ? '**/*.test.ts' : 'withoutKubectl.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
