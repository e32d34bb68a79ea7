import type { KubeObject } from '../../../kube/object.ts';
import { invalidField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { defineResource } from '../resourceDefinition.ts';
import type { Lease } from '../shapes.ts';

/** Who leads, and until when unless it is said again: what leader election writes. */
export const leases = defineResource({
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
  shortNames: [],
  blank: { spec: {} },
  createsOnUpdate: true,
  updatesAnyVersion: false,
  qualifiedFinalizers: false,
  validate: (object) => validateSpec((object as Lease).spec ?? {}),
  columns: [
    nameColumn,
    { name: 'Holder', type: 'string', description: 'Who leads', cell: (object: KubeObject) => (object as Lease).spec?.holderIdentity ?? '' },
    ageColumn,
  ],
});

function validateSpec({ leaseDurationSeconds = 1, leaseTransitions = 0 }: NonNullable<Lease['spec']>): FieldError[] {
  const errors: FieldError[] = [];
  if (leaseDurationSeconds <= 0) errors.push(invalidField('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'));
  if (leaseTransitions < 0) errors.push(invalidField('spec.leaseTransitions', leaseTransitions, 'must be greater than or equal to 0'));
  return errors;
}
