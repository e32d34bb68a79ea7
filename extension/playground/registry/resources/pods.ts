import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../kube/object.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { admitPodSpec, podSpecDefaults, qosClass } from '../podDefaults.ts';
import { podReady, podRestarts, podStatusText } from '../podSummary.ts';
import { validatePodSpec } from '../podValidation.ts';
import { defineResource, type TableColumn } from '../resourceDefinition.ts';
import type { Container, Pod, PodSpec } from '../shapes.ts';

function wide(name: string, description: string, cell: (pod: Pod) => string | undefined): TableColumn {
  return { name, type: 'string', description, wide: true, cell: (object) => cell(object as Pod) || '<none>' };
}

/** Seconds. */
const defaultGracePeriod = 30;

export const pods = defineResource({
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
  shortNames: ['po'],
  categories: ['all'],
  subresources: ['status'],
  triggerField: 'spec.nodeName',
  prepareForCreate: (object) => ({
    ...object,
    spec: admitPodSpec((object as Pod).spec),
    status: { phase: 'Pending', qosClass: qosClass((object as Pod).spec) },
  }),
  gracePeriodOf: (object, asked) => gracePeriod(object as Pod, asked),
  applyDefaults: (object) => ({ ...object, spec: podSpecDefaults((object as Pod).spec) }),
  validate: (object) => validatePodSpec((object as Pod).spec, 'spec'),
  validateUpdate,
  selectableFields: {
    'spec.nodeName': (object) => (object as Pod).spec.nodeName ?? '',
    'spec.restartPolicy': (object) => (object as Pod).spec.restartPolicy ?? '',
    'spec.schedulerName': (object) => (object as Pod).spec.schedulerName ?? '',
    'spec.serviceAccountName': (object) => (object as Pod).spec.serviceAccountName ?? '',
    'spec.hostNetwork': (object) => String((object as Pod).spec.hostNetwork ?? false),
    'status.phase': (object) => (object as Pod).status?.phase ?? '',
    'status.podIP': (object) => (object as Pod).status?.podIP ?? '',
    'status.nominatedNodeName': (object) => (object as Pod).status?.nominatedNodeName ?? '',
  },
  columns: [
    nameColumn,
    { name: 'Ready', type: 'string', description: 'Containers that are ready, of all', cell: (object) => podReady(object as Pod) },
    { name: 'Status', type: 'string', description: 'What the pod is doing, or what keeps it from it', cell: (object) => podStatusText(object as Pod) },
    { name: 'Restarts', type: 'string', description: 'How often containers were started again', cell: (object, now) => podRestarts(object as Pod, now) },
    ageColumn,
    wide('IP', 'Address of the pod', (pod) => pod.status?.podIP),
    wide('Node', 'Where it runs', (pod) => pod.spec.nodeName),
    wide('Nominated Node', 'Where it will run once room is made', (pod) => pod.status?.nominatedNodeName),
    wide('Readiness Gates', 'Further conditions that must hold', (pod) => pod.spec.readinessGates?.map(({ conditionType }) => conditionType).join(',')),
  ],
});

/** Nobody runs a pod that has no node or has ended (kubernetes `pkg/registry/core/pod/strategy.go`). */
function gracePeriod({ spec, status }: Pod, asked = Number(spec['terminationGracePeriodSeconds'] ?? defaultGracePeriod)): number {
  if (!spec.nodeName || status?.phase === 'Succeeded' || status?.phase === 'Failed') return 0;
  return asked < 0 ? 1 : asked;
}

/** Of a pod's spec only images, the deadline and additional tolerations may change; a node may be assigned once. */
function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const frozen = frozenSpec((object as Pod).spec);
  const before = frozenSpec((old as Pod).spec);
  if (!(old as Pod).spec.nodeName) before['nodeName'] = frozen['nodeName'];
  const changed = [...new Set([...Object.keys(frozen), ...Object.keys(before)])].filter((field) => !isDeepStrictEqual(frozen[field], before[field]));
  return changed.map((field) => ({
    reason: 'FieldValueForbidden',
    field: `spec.${field}`,
    message: 'Forbidden: of a pod only images, activeDeadlineSeconds and added tolerations may change',
  }));
}

function frozenSpec({ activeDeadlineSeconds: _deadline, tolerations: _tolerations, ...spec }: PodSpec): Record<string, unknown> {
  return { ...spec, containers: withoutImages(spec.containers), initContainers: withoutImages(spec.initContainers) };
}

function withoutImages(containers: readonly Container[] | undefined): readonly object[] | undefined {
  return containers?.map(({ image: _image, ...container }) => container);
}
