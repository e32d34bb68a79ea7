import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { root } from '../tools/project.ts';

/** The packaged extension in a real VS Code: one window at a time, each of them heavy. */
export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules', '.vite'),
  test: {
    include: ['test/workbench/specs/**/*.spec.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
