import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { rbacGroup, type RoleBinding, type Subject } from '../rbacShapes.ts';
import { validateBinding, validateBindingUpdate } from '../rbacValidation.ts';
import { defineResource, type TableColumn } from '../resourceDefinition.ts';

const common = {
  group: rbacGroup,
  version: 'v1',
  shortNames: [],
  anyNames: true,
  createsOnUpdate: true,
  applyDefaults: (object: KubeObject) => withGroups(object as RoleBinding),
  validate: (object: KubeObject) => validateBinding(object as RoleBinding),
  validateUpdate: (object: KubeObject, old: KubeObject) => validateBindingUpdate(object as RoleBinding, old as RoleBinding),
  columns: [
    nameColumn,
    {
      name: 'Role',
      type: 'string',
      description: 'What it gives',
      cell: (object: KubeObject) => `${(object as RoleBinding).roleRef.kind}/${(object as RoleBinding).roleRef.name}`,
    },
    ageColumn,
    subjectsColumn('Users', 'User'),
    subjectsColumn('Groups', 'Group'),
    subjectsColumn('ServiceAccounts', 'ServiceAccount'),
  ] satisfies readonly TableColumn[],
};

export const roleBindings = defineResource({ ...common, resource: 'rolebindings', kind: 'RoleBinding', namespaced: true });
export const clusterRoleBindings = defineResource({ ...common, resource: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false });

/** Users, groups and roles are of the group of RBAC, which need not be said. */
function withGroups(object: RoleBinding): KubeObject {
  const { roleRef, subjects } = object;
  return {
    ...object,
    roleRef: { ...roleRef, apiGroup: roleRef.apiGroup || rbacGroup },
    ...(subjects && { subjects: subjects.map(withGroup) }),
  };
}

function withGroup(subject: Subject): Subject {
  const isOfRbac = subject.kind === 'User' || subject.kind === 'Group';
  return isOfRbac && !subject.apiGroup ? { ...subject, apiGroup: rbacGroup } : subject;
}

function subjectsColumn(name: string, kind: string): TableColumn {
  return {
    name,
    type: 'string',
    description: `${name} that it is given to`,
    wide: true,
    cell: (object) => {
      const { subjects = [] } = object as RoleBinding;
      return subjects.filter((subject) => subject.kind === kind).map((subject) => (kind === 'ServiceAccount' ? `${subject.namespace}/${subject.name}` : subject.name)).join(', ');
    },
  };
}
