import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../kube/object.ts';
import { forbiddenField, invalidField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { admitPodSpec, podDefaults, qosClass, readmitPodSpec } from '../podDefaults.ts';
import { withField } from '../objectRules.ts';
import { hasEnded } from '../podState.ts';
import { podReady, podRestarts, podStatusText } from '../podSummary.ts';
import { validateImages, validatePodSpec } from '../podValidation.ts';
import { defineResource, type Subresource, type TableColumn } from '../resourceDefinition.ts';
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
  returnsDeleted: true,
  blank: { spec: { containers: [] }, status: {} },
  statusMetadata: (old, proposed) => withField(proposed, 'ownerReferences', old.ownerReferences),
  prepareForCreate: (object) => ({
    ...object,
    spec: admitPodSpec((object as Pod).spec),
    status: { phase: 'Pending', qosClass: qosClass((object as Pod).spec) },
  }),
  prepareForUpdate: (object, old) => ({ ...object, spec: readmitPodSpec((object as Pod).spec, (old as Pod).spec) }),
  gracePeriodOf: (object, asked) => gracePeriod(object as Pod, asked),
  applyDefaults: (object) => withPodIps({ ...object, spec: podDefaults((object as Pod).spec) } as Pod),
  rowConditions: endedCondition,
  validate: (object) => [...validatePodSpec((object as Pod).spec, 'spec'), ...validateImages((object as Pod).spec)],
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

/** The first of the addresses has a field of its own. */
function withPodIps(pod: Pod): Pod {
  const { status } = pod;
  return status?.podIP && !status['podIPs'] ? { ...pod, status: { ...status, podIPs: [{ ip: status.podIP }] } } : pod;
}

/** By which a client may leave out those that have ended. */
function endedCondition(object: KubeObject): readonly object[] {
  const { phase, reason } = (object as Pod).status ?? {};
  if (phase === 'Succeeded') return [{ type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' }];
  return phase === 'Failed' ? [{ type: 'Completed', status: 'True', reason: 'Failed', message: reason === 'Evicted' ? 'The pod was evicted.' : 'The pod failed.' }] : [];
}

/** Nobody runs a pod that has no node or has ended (kubernetes `pkg/registry/core/pod/strategy.go`). */
function gracePeriod(pod: Pod, asked = Number(pod.spec['terminationGracePeriodSeconds'] ?? defaultGracePeriod)): number {
  if (!pod.spec.nodeName || hasEnded(pod)) return 0;
  return asked < 0 ? 1 : asked;
}

/** Of a pod's spec only images, the deadline and additional tolerations may change; a node is assigned by a binding, once (kubernetes `ValidatePodUpdate`). */
function validateUpdate(object: KubeObject, old: KubeObject, subresource: Subresource | undefined): FieldError[] {
  const [{ spec }, { spec: before }] = [object as Pod, old as Pod];
  const other = (['containers', 'initContainers'] as const).find((field) => (spec[field]?.length ?? 0) !== (before[field]?.length ?? 0));
  if (other) return [forbiddenField(`spec.${other}`, 'pod updates may not add or remove containers')];
  const deadline = deadlineErrors(spec['activeDeadlineSeconds'] as number | undefined, before['activeDeadlineSeconds'] as number | undefined);
  if (deadline.length > 0) return deadline;
  const tolerations = removedTolerations(spec, before);
  const frozen = frozenSpec(spec);
  const expected = frozenSpec(before);
  if (!before.nodeName && subresource === 'binding') expected['nodeName'] = frozen['nodeName'];
  const changed = [...new Set([...Object.keys(frozen), ...Object.keys(expected)])].filter((field) => !isDeepStrictEqual(frozen[field], expected[field]));
  if (changed.length === 0) return tolerations;
  return [...tolerations, forbiddenField('spec', `of a pod only images, activeDeadlineSeconds and added tolerations may change, and not ${changed.join(', ')}`)];
}

/** They are added, and given more or less time (kubernetes `validateOnlyAddedTolerations`). */
function removedTolerations({ tolerations = [] }: PodSpec, { tolerations: old = [] }: PodSpec): FieldError[] {
  const [now, before] = [tolerations, old].map((all) => all.map((toleration) => withField(toleration, 'tolerationSeconds', undefined)));
  return before!.every((toleration) => now!.some((each) => isDeepStrictEqual(each, toleration))) ? [] : [forbiddenField('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')];
}

/** A deadline only comes nearer. */
function deadlineErrors(seconds: number | undefined, before: number | undefined): FieldError[] {
  if (before === undefined) return [];
  if (seconds === undefined) return [invalidField('spec.activeDeadlineSeconds', null, 'must not update from a positive integer to nil value')];
  return seconds > before ? [invalidField('spec.activeDeadlineSeconds', seconds, 'must be less than or equal to previous value')] : [];
}

function frozenSpec({ activeDeadlineSeconds: _deadline, tolerations: _tolerations, ...spec }: PodSpec): Record<string, unknown> {
  return { ...spec, containers: withoutImages(spec.containers), initContainers: withoutImages(spec.initContainers) };
}

function withoutImages(containers: readonly Container[] | undefined): readonly object[] | undefined {
  return containers?.map(({ image: _image, ...container }) => container);
}
