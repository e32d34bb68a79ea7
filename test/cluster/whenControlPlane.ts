import { describe } from 'vitest';
import { missingControlPlane } from './apiServer.ts';

/** `describe`, or where there can be no control plane a skip; the reason is printed once, by the configuration. */
export const describeCluster = describe.skipIf(missingControlPlane() !== undefined);
