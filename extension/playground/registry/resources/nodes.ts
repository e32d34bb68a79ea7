import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { defineResource, type TableColumn } from '../resourceDefinition.ts';
import type { Node } from '../shapes.ts';

const rolePrefix = 'node-role.kubernetes.io/';

function wide(name: string, description: string, cell: (node: Node) => string | undefined): TableColumn {
  return { name, type: 'string', description, wide: true, cell: (object) => cell(object as Node) ?? '<unknown>' };
}

export const nodes = defineResource({
  group: '',
  version: 'v1',
  resource: 'nodes',
  kind: 'Node',
  namespaced: false,
  shortNames: ['no'],
  subresources: ['status'],
  selectableFields: { 'spec.unschedulable': (object) => String((object as Node).spec?.unschedulable ?? false) },
  columns: [
    nameColumn,
    { name: 'Status', type: 'string', description: 'Ready or not, and whether pods may be put on it', cell: status },
    { name: 'Roles', type: 'string', description: 'From the labels of the node', cell: roles },
    ageColumn,
    { name: 'Version', type: 'string', description: 'Version of its kubelet', cell: (object) => (object as Node).status?.nodeInfo?.['kubeletVersion'] ?? '' },
    wide('Internal-IP', 'Address within the cluster', (node) => address(node, 'InternalIP')),
    wide('External-IP', 'Address from outside', (node) => address(node, 'ExternalIP') ?? '<none>'),
    wide('OS-Image', 'Operating system', (node) => node.status?.nodeInfo?.['osImage']),
    wide('Kernel-Version', 'Kernel', (node) => node.status?.nodeInfo?.['kernelVersion']),
    wide('Container-Runtime', 'Container runtime', (node) => node.status?.nodeInfo?.['containerRuntimeVersion']),
  ],
});

function status(object: KubeObject): string {
  const node = object as Node;
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  const text = ready === 'True' ? 'Ready' : ready === 'False' ? 'NotReady' : 'Unknown';
  return node.spec?.unschedulable ? `${text},SchedulingDisabled` : text;
}

function roles({ metadata }: KubeObject): string {
  const found = Object.keys(metadata.labels ?? {}).filter((key) => key.startsWith(rolePrefix));
  return found.map((key) => key.slice(rolePrefix.length)).toSorted().join(',') || '<none>';
}

function address(node: Node, type: string): string | undefined {
  return node.status?.addresses?.find((candidate) => candidate.type === type)?.address;
}
