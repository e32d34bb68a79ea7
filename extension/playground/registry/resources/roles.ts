import { createdColumn, nameColumn } from '../columns.ts';
import { type Role, rbacGroup } from '../rbacShapes.ts';
import { validateRole } from '../rbacValidation.ts';
import { defineResource } from '../resourceDefinition.ts';

const common = {
  group: rbacGroup,
  version: 'v1',
  shortNames: [],
  anyNames: true,
  createsOnUpdate: true,
  validate: (object: Role) => validateRole(object),
  columns: [nameColumn, createdColumn('When the object was created')],
};

export const roles = defineResource({ ...common, resource: 'roles', kind: 'Role', namespaced: true });
export const clusterRoles = defineResource({ ...common, resource: 'clusterroles', kind: 'ClusterRole', namespaced: false });
