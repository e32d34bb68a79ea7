import { defineConfig } from 'vitest/config';
import { missingControlPlane } from './apiServer.ts';

const reason = missingControlPlane();
if (reason !== undefined) console.log(`Skipped: ${reason}`);

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
