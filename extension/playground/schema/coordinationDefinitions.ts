import { define, integer, kindShape, microTime, ref, string } from './schema.ts';

export const coordinationDefinitions = define('io.k8s.api.coordination.v1', {
  Lease: kindShape({ spec: ref('LeaseSpec') }),
  LeaseSpec: {
    acquireTime: microTime,
    holderIdentity: string,
    leaseDurationSeconds: integer,
    leaseTransitions: integer,
    preferredHolder: string,
    renewTime: microTime,
    strategy: string,
  },
});
