import { isDeepStrictEqual } from 'node:util';
import { isLabelKey, isLabelValue } from '../../../kube/labelSelector.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { duplicateField, forbiddenField, invalidField, notSupported, requiredField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { conditionStatus } from '../conditionStatus.ts';
import { defineResource, type TableColumn } from '../resourceDefinition.ts';
import type { Node } from '../shapes.ts';

const rolePrefix = 'node-role.kubernetes.io/';

function wide(name: string, description: string, cell: (node: Node) => string | undefined): TableColumn {
  return { name, type: 'string', description, wide: true, cell: (object) => cell(object as Node) || '<unknown>' };
}

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

const blankNodeInfo = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '',
  osImage: '',
  containerRuntimeVersion: '',
  kubeletVersion: '',
  kubeProxyVersion: '',
  operatingSystem: '',
  architecture: '',
};

export const nodes = defineResource({
  group: '',
  version: 'v1',
  resource: 'nodes',
  kind: 'Node',
  namespaced: false,
  shortNames: ['no'],
  subresources: ['status'],
  blank: { spec: {}, status: { daemonEndpoints: { kubeletEndpoint: { Port: 0 } }, nodeInfo: blankNodeInfo } },
  prepareForCreate: admitNode,
  applyDefaults: (object) => withPodCidrs(object as Node),
  validate: (object) => validateTaints(object as Node),
  validateUpdate: (object, old) => fixedFields(object as Node, old as Node),
  selectableFields: { 'spec.unschedulable': (object) => String((object as Node).spec?.unschedulable ?? false) },
  columns: [
    nameColumn,
    { name: 'Status', type: 'string', description: 'Ready or not, and whether pods may be put on it', cell: status },
    { name: 'Roles', type: 'string', description: 'From the labels of the node', cell: roles },
    ageColumn,
    { name: 'Version', type: 'string', description: 'Version of its kubelet', cell: (object) => (object as Node).status?.nodeInfo?.['kubeletVersion'] ?? '' },
    wide('Internal-IP', 'Address within the cluster', (node) => address(node, 'InternalIP') ?? '<none>'),
    wide('External-IP', 'Address from outside', (node) => address(node, 'ExternalIP') ?? '<none>'),
    wide('OS-Image', 'Operating system', (node) => node.status?.nodeInfo?.['osImage']),
    wide('Kernel-Version', 'Kernel', (node) => node.status?.nodeInfo?.['kernelVersion']),
    wide('Container-Runtime', 'Container runtime', (node) => node.status?.nodeInfo?.['containerRuntimeVersion']),
  ],
});

/** Nothing is put on a node that has not said yet that it is ready (TaintNodesByCondition). */
function admitNode(object: KubeObject): KubeObject {
  const { spec = {}, ...rest } = object as Node;
  const { taints = [] } = spec;
  const isTainted = taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect);
  return { ...rest, spec: { ...spec, taints: isTainted ? taints : [...taints, notReady] } };
}

/** The first of the ranges has a field of its own. */
function withPodCidrs(node: Node): KubeObject {
  const { podCIDR } = node.spec ?? {};
  return podCIDR && !node.spec!.podCIDRs ? { ...node, spec: { ...node.spec, podCIDRs: [podCIDR] } } : node;
}

const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function validateTaints({ spec: { taints = [] } = {} }: Node): FieldError[] {
  const seen = new Set<string>();
  return taints.flatMap(({ key, value = '', effect }, index): FieldError[] => {
    const at = `metadata.taints[${index}]`;
    const errors: FieldError[] = [];
    if (!isLabelKey(key)) errors.push(invalidField(`${at}.key`, key, 'a taint is named like a label'));
    if (!isLabelValue(value)) errors.push(invalidField(`${at}.value`, value, 'a taint has a value like a label'));
    if (!effect) errors.push(requiredField(`${at}.effect`));
    else if (!taintEffects.includes(effect)) errors.push(notSupported(`${at}.effect`, effect, taintEffects));
    const id = `${key} ${effect}`;
    if (seen.has(id)) errors.push(duplicateField(at, { key, effect }, 'taints must be unique by key and effect pair'));
    seen.add(id);
    return errors;
  });
}

/** What is assigned to a node once stays. */
function fixedFields({ spec = {} }: Node, { spec: old = {} }: Node): FieldError[] {
  const errors: FieldError[] = [];
  const forbid = (field: string, what: string): void => {
    errors.push(forbiddenField(field, `node updates may not change ${what} except from "" to valid`));
  };
  if (old.podCIDRs && !isDeepStrictEqual(spec.podCIDRs, old.podCIDRs)) forbid('spec.podCIDRs', 'podCIDR');
  if (!isDeepStrictEqual(fixedSpec(spec, old), fixedSpec(old, old))) errors.push(forbiddenField('[]', 'node updates may only change labels, taints, or capacity'));
  if (old.providerID && spec.providerID !== old.providerID) forbid('spec.providerID', 'providerID');
  return errors;
}

/** @param old what its ranges may still be given depends on whether it has any */
function fixedSpec({ taints: _taints, unschedulable: _unschedulable, providerID: _providerID, configSource: _source, podCIDR, podCIDRs, ...fixed }: Node['spec'], old: Node['spec']): object {
  return old.podCIDRs ? { ...fixed, podCIDR, podCIDRs } : fixed;
}

function status(object: KubeObject): string {
  const node = object as Node;
  const ready = conditionStatus(node.status?.conditions, 'Ready');
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
