import { chance, pick } from './draws.ts';
import { type ScriptKind, whenSaid } from './scriptKind.ts';
import { podFaults, podPatches, podSpec } from './scriptPods.ts';

// Bodies of many kinds, put together loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const inTemplate = (spec: Loose): Loose => ({ spec: { template: { spec } } });

export const jobs: ScriptKind = {
  root: '/apis/batch/v1',
  apiVersion: 'batch/v1',
  resource: 'jobs',
  kind: 'Job',
  namespaced: true,
  subresources: ['status'],
  fields: { 'status.successful': ['0', '1'] },
  body: (random) => ({
    spec: {
      ...(chance(random, 40) && { parallelism: pick(random, [0, 1, 3]) }),
      ...(chance(random, 40) && { completions: pick(random, [1, 3]) }),
      ...(chance(random, 20) && { backoffLimit: pick(random, [0, 2]) }),
      ...(chance(random, 20) && { activeDeadlineSeconds: 60 }),
      ...(chance(random, 15) && { manualSelector: true, selector: { matchLabels: { app: 'x' } } }),
      template: { ...(chance(random, 80) && { metadata: { labels: { app: 'x' } } }), spec: { ...podSpec(random, ['OnFailure', 'Never']), restartPolicy: pick(random, ['OnFailure', 'Never']) } },
    },
  }),
  patches: [
    { spec: { parallelism: 2 } },
    { spec: { parallelism: null } },
    { spec: { backoffLimit: 9 } },
    { spec: { activeDeadlineSeconds: 90 } },
    { spec: { activeDeadlineSeconds: null } },
    { spec: { completions: 7 } },
    { spec: { completions: null } },
    { spec: { selector: { matchLabels: { app: 'y' } } } },
    { spec: { selector: null } },
    { spec: { manualSelector: true } },
    { spec: { template: { metadata: { labels: { more: 'x' } } } } },
    inTemplate({ containers: [{ name: 'x', image: 'y' }] }),
  ],
  jsonPatches: [[{ op: 'replace', path: '/spec/parallelism', value: 4 }], [{ op: 'remove', path: '/spec/selector' }], [{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'other' }], [{ op: 'test', path: '/spec/backoffLimit', value: 6 }]],
  strategicPatches: podPatches(inTemplate),
  faults: [
    ...podFaults(inTemplate),
    { spec: { parallelism: -1 } },
    { spec: { completions: -1 } },
    { spec: { backoffLimit: -1 } },
    { spec: { activeDeadlineSeconds: -1 } },
    { spec: { parallelism: 'two' } },
    { spec: { manualSelector: true, selector: null } },
    { spec: { manualSelector: true, selector: { matchLabels: { app: 'other' } } } },
    { spec: { selector: { matchLabels: { app: 'x' } }, manualSelector: null } },
    { spec: { template: null } },
    { spec: null },
    inTemplate({ restartPolicy: 'Always' }),
    inTemplate({ restartPolicy: null }),
    { metadata: { name: 'a'.repeat(64) } },
    { metadata: { name: 'with.dots' } },
  ],
  status: [
    { status: { active: 1, startTime: '2026-01-02T03:04:05Z' } },
    { status: { succeeded: 1, completionTime: '2026-01-02T03:05:05Z', conditions: [{ type: 'Complete', status: 'True', lastProbeTime: '2026-01-02T03:04:05Z', ...whenSaid }] } },
    { status: { failed: -1 } },
    { status: { active: -1, succeeded: -2 } },
    { status: { succeeded: 'x' } },
    { status: {} },
  ],
};
