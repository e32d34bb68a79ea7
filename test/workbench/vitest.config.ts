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
    // Conditions are waited for, never a time; these bounds are for a machine that does much else.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
