import { ageColumn, nameColumn } from '../columns.ts';
import { withField } from '../objectRules.ts';
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
  applyDefaults: (object) => withField(object, 'secrets', (object['secrets'] as readonly NamedSecret[] | undefined)?.map(nameAlone)),
  columns: [
    nameColumn,
    { name: 'Secrets', type: 'string', description: 'Number of secrets it may use', cell: (object) => ((object['secrets'] as readonly unknown[] | undefined) ?? []).length },
    ageColumn,
  ],
});

interface NamedSecret {
  readonly name?: string;
}

/** Its secrets are in its own namespace: what else is said of them is dropped (kubernetes `cleanSecretReferences`). */
function nameAlone({ name }: NamedSecret): NamedSecret {
  return name === undefined ? {} : { name };
}
