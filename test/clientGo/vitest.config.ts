import { defineConfig } from 'vitest/config';
import { findClientGo } from './findClientGo.ts';

/** The playground as client-go's SharedInformer sees it. Where Go or client-go is missing, one skipped test says so. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['missing' in findClientGo() ? 'withoutClientGo.ts' : '**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    // client-go is compiled in one, which takes minutes the first time.
    hookTimeout: 1_800_000,
  },
});
