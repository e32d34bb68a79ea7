import { isDeepStrictEqual } from 'node:util';
import { matchesLabels, requirementsOf } from '../../../kube/labelSelector.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { immutableField, invalidField, notSupported, requiredField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, containerImages, containerNames, nameColumn } from '../columns.ts';
import { conditionStatus } from '../conditionStatus.ts';
import { humanDuration } from '../humanDuration.ts';
import { type Job, jobEnd } from '../jobShapes.ts';
import { validateLabels } from '../objectValidation.ts';
import { podTemplateDefaults } from '../podDefaults.ts';
import { validatePodSpec } from '../podValidation.ts';
import { defineResource } from '../resourceDefinition.ts';
import { selectorOf } from './workloads.ts';

const jobLabels = { uid: 'batch.kubernetes.io/controller-uid', name: 'batch.kubernetes.io/job-name', legacyUid: 'controller-uid', legacyName: 'job-name' } as const;

export const jobs = defineResource({
  group: 'batch',
  version: 'v1',
  resource: 'jobs',
  kind: 'Job',
  namespaced: true,
  shortNames: [],
  categories: ['all'],
  subresources: ['status'],
  hasGeneration: true,
  blank: { spec: { template: { metadata: {}, spec: { containers: [] } } }, status: {} },
  defaultPropagation: 'Orphan',
  prepareForCreate: (object) => ({ ...withLabels(withSelector(object as Job)), status: {} }),
  applyDefaults: (object) => jobDefaults(object as Job),
  validate: (object) => [...validateJob(object as Job), ...validateJobStatus(object as Job)],
  validateUpdate: (object, old) => validateJobUpdate(object as Job, old as Job),
  selectableFields: { 'status.successful': (object) => String((object as Job).status?.succeeded ?? 0) },
  columns: [
    nameColumn,
    { name: 'Status', type: 'string', description: 'How far it has come', cell: (object) => statusText(object as Job) },
    { name: 'Completions', type: 'string', description: 'Pods that have succeeded, of those that have to', cell: (object) => completionsText(object as Job) },
    { name: 'Duration', type: 'string', description: 'How long it ran, or has been running', cell: (object, now) => durationText(object as Job, now) },
    ageColumn,
    { name: 'Containers', type: 'string', description: 'Names of the containers', wide: true, cell: (object) => containerNames((object as Job).spec.template.spec) },
    { name: 'Images', type: 'string', description: 'Images of the containers', wide: true, cell: (object) => containerImages((object as Job).spec.template.spec) },
    { name: 'Selector', type: 'string', description: 'Which pods belong to it', wide: true, cell: (object) => selectorOf((object as Job).spec.selector ?? {}) },
  ],
});

/** It is labelled as its pods are, unless somebody says otherwise. */
function withLabels(job: Job): Job {
  const { labels } = job.spec.template.metadata ?? {};
  if (!labels || Object.keys(job.metadata.labels ?? {}).length > 0) return job;
  return { ...job, metadata: { ...job.metadata, labels } };
}

/** Its pods are told apart from all others by its uid (kubernetes `generateSelector`). */
function withSelector(job: Job): Job {
  if (job.spec.manualSelector) return job;
  const { uid = '', name = '' } = job.metadata;
  const { template } = job.spec;
  const labels = { ...template.metadata?.labels, [jobLabels.legacyUid]: uid, [jobLabels.legacyName]: name, [jobLabels.uid]: uid, [jobLabels.name]: name };
  // Whoever has said how they are told apart is refused, but not corrected.
  const selector = { ...job.spec.selector, matchLabels: { ...job.spec.selector?.matchLabels, [jobLabels.uid]: uid } };
  return { ...job, spec: { ...job.spec, selector, template: { ...template, metadata: { ...template.metadata, labels } } } };
}

/** kubernetes `SetDefaults_Job`. */
function jobDefaults(job: Job): KubeObject {
  const { spec } = job;
  const both = spec.completions === undefined && spec.parallelism === undefined;
  return {
    ...job,
    spec: {
      ...spec,
      parallelism: spec.parallelism ?? 1,
      ...((both || spec.completions !== undefined) && { completions: spec.completions ?? 1 }),
      backoffLimit: spec.backoffLimit ?? (spec['backoffLimitPerIndex'] === undefined ? 6 : 2_147_483_647),
      completionMode: spec.completionMode ?? 'NonIndexed',
      suspend: spec.suspend ?? false,
      podReplacementPolicy: spec['podReplacementPolicy'] ?? (spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed'),
      template: podTemplateDefaults(spec.template),
    },
  };
}

function validateJob({ metadata, spec }: Job): FieldError[] {
  const errors = validatePodSpec(spec.template.spec, 'spec.template.spec');
  for (const field of ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'] as const) {
    const value = spec[field] ?? 0;
    if (value < 0) errors.push(invalidField(`spec.${field}`, value, 'must be greater than or equal to 0'));
  }
  if (!['Indexed', 'NonIndexed'].includes(spec.completionMode ?? '')) errors.push(notSupported('spec.completionMode', spec.completionMode, ['NonIndexed', 'Indexed']));
  if (spec.completionMode === 'Indexed' && spec.completions === undefined) errors.push(requiredField('spec.completions', 'when completion mode is Indexed'));
  const labels = spec.template.metadata?.labels ?? {};
  errors.push(...validateLabels(labels, 'spec.template.labels'));
  const requirements = spec.selector && requirementsOf(spec.selector);
  if (!requirements) errors.push(requiredField('spec.selector'));
  else if (!spec.manualSelector && !isDeepStrictEqual(spec.selector, { matchLabels: { [jobLabels.uid]: metadata.uid } })) errors.push(invalidField('spec.selector', spec.selector, '`selector` not auto-generated'));
  if (!requirements || !matchesLabels(requirements, labels)) errors.push(invalidField('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'));
  const { restartPolicy } = spec.template.spec;
  if (restartPolicy === 'Always') errors.push(requiredField('spec.template.spec.restartPolicy', 'valid values: "OnFailure", "Never"'));
  return errors;
}

function validateJobStatus({ status = {} }: Job): FieldError[] {
  const counts = ['active', 'succeeded', 'failed'] as const;
  return counts.filter((field) => (status[field] ?? 0) < 0).map((field) => invalidField(`status.${field}`, status[field], 'must be greater than or equal to 0'));
}

/** Of what it is made nothing changes; of an indexed one completions may follow parallelism. */
function validateJobUpdate(job: Job, old: Job): FieldError[] {
  const isElastic = job.spec.completionMode === 'Indexed' && job.spec.completions === job.spec.parallelism;
  const frozen = ['selector', 'template', 'completionMode', ...(isElastic ? [] : ['completions'])];
  return frozen.filter((field) => !isDeepStrictEqual(job.spec[field], old.spec[field])).map((field) => immutableField(`spec.${field}`, job.spec[field]));
}

function statusText(job: Job): string {
  const end = jobEnd(job);
  if (end) return end.type;
  if (job.metadata.deletionTimestamp) return 'Terminating';
  const isTrue = (type: string): boolean => conditionStatus(job.status?.conditions, type) === 'True';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(isTrue) ?? 'Running';
}

function completionsText({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const { parallelism = 0 } = spec;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationText({ status }: Job, now: number): string {
  if (!status?.startTime) return '';
  return humanDuration((status.completionTime ? Date.parse(status.completionTime) : now) - Date.parse(status.startTime));
}
