import { describe } from 'vitest';
import { missingControlPlane } from './apiServer.ts';

const reason = missingControlPlane();
if (reason !== undefined) console.log(`Skipped: ${reason}`);

/** `describe`, or where there can be no control plane a skip, whose reason has been printed. */
export const describeCluster = describe.skipIf(reason !== undefined);
