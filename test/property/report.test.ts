import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pseudonyms } from '../../extension/inspector/report/pseudonyms.ts';
import { redactRecording } from '../../extension/inspector/report/redactRecording.ts';
import { redactText } from '../../extension/inspector/report/redactText.ts';
import { LineReader } from '../../extension/inspector/recordings/recordingLine.ts';
import type { RecordingLine } from '../../extension/trace/recording.ts';
import { propertyParameters } from '../support/seed.ts';

/** Nothing that a cluster or a person has named leaves the machine in a report. `PROPERTY_SEED` for the one that failed. */
const runs = propertyParameters(300);

/** No word of this product's or of Kubernetes' has one of these beginnings, so whatever is found of them is the original. */
const name = fc.stringMatching(/^(qz|xq)[a-z0-9]{2,8}(-[a-z0-9]{1,5}){0,2}$/);
const label = fc.tuple(name, name).map(([prefix, own]) => `${prefix}.example.com/${own}`);
const value = fc.oneof(name, name.map((text) => `Some ${text}, said!`), fc.record({ [`field`]: name }));

interface World {
  readonly namespace: string;
  readonly names: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly group: string;
  readonly context: string;
  readonly controller: string;
  readonly spec: unknown;
  readonly secret: string;
}

const world: fc.Arbitrary<World> = fc.record({
  namespace: name,
  names: fc.array(name, { minLength: 1, maxLength: 4 }),
  labels: fc.dictionary(fc.oneof(name, label), name, { maxKeys: 3, noNullPrototype: true }),
  group: name.map((text) => `${text}.example.com`),
  context: fc.oneof(name, name.map((text) => `arn:aws:eks:eu:1:cluster/${text}`), name.map((text) => `My ${text} (old)`)),
  controller: name,
  spec: fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true }),
  secret: name,
});

/** What a session of such a world records: each field of the vocabulary that has a text of theirs. */
function linesOf({ namespace, names, labels, group, context, controller, spec, secret }: World): RecordingLine[] {
  const custom = `${group}/v1/${names[0]!}s`;
  const informer = `${custom}@${namespace}`;
  const key = `${namespace}/${names.at(-1)!}`;
  const object = (own: string): object => ({
    apiVersion: `${group}/v1`,
    kind: `${names[0]!}Kind`,
    metadata: { name: own, namespace, uid: `uid-${own}`, resourceVersion: '7', labels, annotations: labels, finalizers: [`${group}/${own}`], ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: names[0], uid: own, controller: true }] },
    spec,
    [own]: spec,
  });
  const secretObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: names[0], namespace, resourceVersion: '8' }, type: secret, data: { [secret]: `<masked 12 bytes> #${secret}` } };
  const common = { informer, key, rv: '7' };
  return [
    { informerTrace: 1, producer: 'Informer Inspector 0.1.0', context, server: `https://${group}:6443`, labelSelector: `${names[0]!}=${secret}`, informers: [{ name: informer, resource: custom, objectKind: `${names[0]!}Kind`, namespace, clientGo: '1.32', queue: 'DeltaFIFO' }] },
    { kind: 'input.list', t: 0, informer, options: { labelSelector: names[0] }, page: { kind: `${names[0]!}List`, resourceVersion: '7', continue: secret, items: names.map(object), bytes: 12 } },
    { kind: 'input.watch', t: 1, informer, watch: 1, events: [{ type: 'ADDED', object: secretObject }, { type: 'MODIFIED', object: object(names[0]!) }] },
    { kind: 'input.watch', t: 1, informer, watch: 1, error: { name: 'ApiError', code: 'ApiError', message: `no ${names[0]!}`, data: { reason: group, message: secret } } },
    { seq: 1, t: 1, kind: 'apiserver.request', at: 1, verb: 'patch', path: `/apis/${group}/v1/namespaces/${namespace}/${names[0]!}?fieldManager=${secret}`, user: `system:serviceaccount:${namespace}:${names[0]!}`, userAgent: controller, code: 200, ms: 1 },
    { seq: 2, t: 1, kind: 'reflector.event', ...common, type: 'MODIFIED' },
    { seq: 3, t: 1, kind: 'reflector.error', informer, phase: 'watch', code: 403, reason: names[0]!, message: `${names[0]!} may not`, will: 'retry' },
    { seq: 4, t: 1, kind: 'queue.add', ...common, delta: 'Updated', waiting: 1 },
    { seq: 5, t: 1, kind: 'store.update', ...common, old: '6', changed: [`spec.${names[0]!}`, `metadata.labels["${group}/${secret}"]`] as never, indexes: [{ index: names[0]!, removed: [secret], added: [namespace] }] },
    { seq: 6, t: 1, kind: 'handler.filtered', ...common, handler: controller, predicate: `cel object.metadata.name == '${secret}'` },
    { seq: 7, t: 1, kind: 'workqueue.add', key, queue: controller },
    { seq: 8, t: 1, kind: 'reconcile.read', controller, key, lookup: `get apps/v1/deployments ${key}`, cacheRv: '7' },
    { seq: 9, t: 1, kind: 'reconcile.write', controller, key, verb: 'patch', target: `${custom} ${key}`, code: 200, dryRun: false },
    { seq: 10, t: 1, kind: 'reconcile.error', controller, key, ms: 1, message: `cannot ${secret}` },
    { seq: 11, t: 1, kind: 'lint.raised', informer, key, lint: 'hot-loop', evidence: { controller, field: `spec.${names[0]!}`, values: [secret], writers: [controller, names[0]!], at: `/home/${secret}/a.ts:1:2` } },
    { seq: 12, t: 1, kind: 'reconcile.leader', controller, leads: true, holder: `${secret}-host`, transitions: 0 },
    { kind: 'cache', key, object: object(names[0]!) },
  ];
}

function redacted(lines: readonly RecordingLine[], pseudonyms: Pseudonyms): string {
  const run = redactRecording(lines, pseudonyms, 10_000_000);
  for (;;) {
    const step = run.next();
    if (step.done) return step.value.text;
  }
}

const originalsOf = ({ namespace, names, labels, group, context, controller, spec, secret }: World): readonly string[] => [
  ...new Set([namespace, ...names, ...Object.entries(labels).flat(), group, context, controller, secret, ...(JSON.stringify(spec).match(/(qz|xq)[a-z0-9-]+/g) ?? [])]),
];

it('no original name of the input occurs in the redacted recording', () => {
  fc.assert(
    fc.property(world, (one) => {
      const text = redacted(linesOf(one), new Pseudonyms());
      expect(originalsOf(one).filter((original) => text.includes(original))).toEqual([]);
      expect(text).not.toMatch(/qz|xq|example\.com|<masked 12 bytes>/);
    }),
    runs,
  );
});

it('what is left is a recording that can be read, with the same entries in the same order', () => {
  fc.assert(
    fc.property(world, (one) => {
      const lines = linesOf(one);
      const read = redacted(lines, new Pseudonyms()).trimEnd().split('\n').map((line) => new LineReader({ strict: true }).read(JSON.parse(line)));
      expect(read.map((line) => ('kind' in line ? line.kind : 'header'))).toEqual(lines.map((line) => ('kind' in line ? line.kind : 'header')));
      expect(read.map((line) => ('seq' in line ? line.seq : 0))).toEqual(lines.map((line) => ('seq' in line ? line.seq : 0)));
    }),
    runs,
  );
});

it('equal names are equal afterwards, different ones different, wherever they stand', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 6 }), (names) => {
      const pseudonyms = new Pseudonyms();
      const entries = names.map((own, index): RecordingLine => ({ seq: index + 1, t: 0, kind: 'workqueue.add', queue: 'q', key: `${names[0]!}/${own}` }));
      const [first, again] = [redacted(entries, pseudonyms), redacted(entries, pseudonyms)];
      expect(again).toBe(first);
      const keys = first.trimEnd().split('\n').map((line) => (JSON.parse(line) as { readonly key: string }).key);
      expect(new Set(keys).size).toBe(names.length);
      expect(new Set(keys.map((key) => key.split('/')[0])).size).toBe(1);
    }),
    runs,
  );
});

it('no name of the recording, no address and no path occurs in the redacted log', () => {
  const sentence = (one: World): string =>
    [
      `[reflector] ${one.names[0]!}: cannot list ${one.group}/v1/${one.names[0]!}s@${one.namespace}`,
      `[cluster] "${one.context}" at https://${one.group}:6443/api?x=1 or 10.1.2.3:443 (${one.namespace}).`,
      `[kubeconfig] /home/${one.secret}/.kube/config, C:\\Users\\${one.secret}\\config, ~/${one.secret}`,
      `[command] ${one.namespace}/${one.names.at(-1)!}-5f6c-x2x: pod ${one.names[0]!}-5f6c is gone; ${one.controller}.`,
      ...Object.entries(one.labels).map(([key, own]) => `[filter] ${key}=${own}`),
    ].join('\n');
  fc.assert(
    fc.property(world, (one) => {
      const pseudonyms = new Pseudonyms();
      redacted(linesOf(one), pseudonyms);
      const text = redactText(sentence(one), pseudonyms);
      expect(originalsOf(one).filter((original) => text.includes(original)), text).toEqual([]);
      expect(text).not.toMatch(/10\.1\.2\.3|6443|\/home|Users/);
    }),
    runs,
  );
});
