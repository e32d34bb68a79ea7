import { defineConfig } from 'vitest/config';

/** Against a real etcd and kube-apiserver, found in KUBEBUILDER_ASSETS. One file after the other: each starts its own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
