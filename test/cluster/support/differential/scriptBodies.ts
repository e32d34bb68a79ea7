/** What is sent of any kind, good and bad. */

// Bodies of many kinds, put together loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** Laid over a new object. */
export const strangeNew: readonly Loose[] = [
  { metadata: { name: null } },
  { metadata: { name: null, generateName: 'drawn-' } },
  { metadata: { generateName: 'unused-' } },
  { metadata: { name: 'Not_A_Name' } },
  { metadata: { name: 'a'.repeat(254) } },
  { metadata: { name: 'a/b' } },
  { metadata: { namespace: '<run>-other' } },
  { metadata: { resourceVersion: '5' } },
  { metadata: { uid: 'mine' } },
  { metadata: { labels: { 'a b': 'c' } } },
  { metadata: { labels: { a: 'b c' } } },
  { metadata: { labels: { a: 1 } } },
  { metadata: { annotations: { 'A/b': 'x', '-': 'y' } } },
  { metadata: { finalizers: ['plain'] } },
  { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '1', controller: true }, { apiVersion: 'v1', kind: 'Pod', name: 'q', uid: '2', controller: true }] } },
  { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'p', uid: '1' }] } },
  { metadata: { creationTimestamp: '2020-01-01T00:00:00Z', generation: 9, selfLink: '/x' } },
  { metadata: null },
  { metadata: 'x' },
  { kind: 'Other' },
  { kind: null },
  { apiVersion: 'v9' },
  { apiVersion: null, kind: null },
];

/** @param version of the object, perhaps an old one */
export function anyPatches(version: string): readonly Loose[] {
  return [
    { metadata: { labels: { app: 'y' } } },
    { metadata: { labels: null } },
    { metadata: { annotations: { note: 'z' } } },
    { metadata: { finalizers: ['example.com/a'] } },
    { metadata: { finalizers: null } },
    { metadata: { name: 'elsewhere' } },
    { metadata: { namespace: 'elsewhere' } },
    { metadata: { resourceVersion: version } },
    { metadata: { resourceVersion: '1' } },
    { metadata: { uid: 'other' } },
    { metadata: { deletionTimestamp: null } },
    { kind: 'Other' },
    { apiVersion: 'v7' },
    { nothing: 'known' },
    {},
    null,
    [],
    'not json',
    { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '1' }] } },
  ];
}

/** DeleteOptions, and what is none. */
export function deletionBodies(uid: string, version: string): readonly Loose[] {
  return [
    { propagationPolicy: 'Foreground' },
    { propagationPolicy: 'Background' },
    { propagationPolicy: 'Orphan' },
    { propagationPolicy: 'Sideways' },
    { orphanDependents: true },
    { orphanDependents: true, propagationPolicy: 'Orphan' },
    { gracePeriodSeconds: 0 },
    { gracePeriodSeconds: 5 },
    { gracePeriodSeconds: 1 },
    { gracePeriodSeconds: 'x' },
    { preconditions: { uid } },
    { preconditions: { uid: 'other' } },
    { preconditions: { resourceVersion: version } },
    { preconditions: { resourceVersion: '1' } },
    { dryRun: ['All'] },
    { dryRun: ['Some'] },
    { kind: 'Other' },
    { kind: 'DeleteOptions', apiVersion: 'v1' },
    'not json',
    '',
  ];
}
