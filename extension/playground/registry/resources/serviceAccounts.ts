import { ageColumn, nameColumn } from '../columns.ts';
import { defineResource } from '../resourceDefinition.ts';

/** Users of the cluster that programs in it are. Their tokens are asked for, never stored. */
export const serviceAccounts = defineResource({
  group: '',
  version: 'v1',
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
  returnsDeleted: true,
  shortNames: ['sa'],
  columns: [
    nameColumn,
    { name: 'Secrets', type: 'string', description: 'Number of secrets it may use', cell: (object) => ((object['secrets'] as readonly unknown[] | undefined) ?? []).length },
    ageColumn,
  ],
});
