import fc from 'fast-check';
import type { KubeObject } from '../../extension/kube/object.ts';

type Body = Readonly<Record<string, unknown>>;
// Objects of many kinds, looked into loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** A kind to which things are applied at random. */
export interface Subject {
  readonly resource: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** What of an object is compared: not what releases default differently, nor the order of what has none. */
  readonly view: (object: KubeObject) => unknown;
  /** Besides the identity: what is applied, created or patched. */
  readonly body: fc.Arbitrary<Body>;
  /** With what nobody else touches: of a new object, so that it always has some of each. */
  readonly withKept: (body: Body) => Body;
}

const value = fc.constantFrom('1', '2', '3');

export function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: 2 });
}

/** Some of the keys, at least one: an empty map is owned in today's releases, and was not in older ones. */
function values(...keys: readonly string[]): fc.Arbitrary<Readonly<Record<string, string>>> {
  const all = fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), value)));
  return all.chain((entries) => fc.subarray([...entries], { minLength: 1 })).map((some) => Object.fromEntries(some));
}

export const configMaps: Subject = {
  resource: 'v1/configmaps',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  view: ({ metadata, data }: Loose) => ({ data, labels: metadata.labels, finalizers: metadata.finalizers?.toSorted() }),
  body: fc.record({
    metadata: fc.record({ labels: values('l', 'm'), finalizers: maybe(fc.subarray(['one/x', 'two/x', 'three/x'], { minLength: 1 })) }),
    data: values('x', 'y', 'z'),
  }),
  withKept: ({ metadata, data, ...rest }: Loose) => ({
    ...rest,
    metadata: { ...metadata, labels: { ...metadata?.labels, kept: 'x' } },
    data: { ...data, kept: 'x' },
  }),
};

const ports = fc.subarray<object>([{ containerPort: 80 }, { containerPort: 81, name: 'a' }, { containerPort: 81, protocol: 'UDP' }]);

function container(name: string): fc.Arbitrary<object> {
  return fc.record({ name: fc.constant(name), image: value, args: maybe(fc.array(value, { maxLength: 2 })), workingDir: maybe(value), ports: maybe(ports) });
}

export const replicaSets: Subject = {
  resource: 'apps/v1/replicasets',
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  view: ({ metadata, spec: { replicas, minReadySeconds, template } }: Loose) => ({
    replicas,
    minReadySeconds,
    labels: template.metadata.labels,
    generation: metadata.generation,
    containers: template.spec.containers
      .map(({ name, image, args, workingDir, ports: open }: Loose) => ({ name, image, args, workingDir, open: open && sorted(open, ({ containerPort, protocol }) => `${containerPort} ${protocol}`) }))
      .toSorted((one: Loose, other: Loose) => one.name.localeCompare(other.name)),
  }),
  body: fc
    .record({
      replicas: maybe(fc.nat(3)),
      minReadySeconds: maybe(fc.constantFrom(1, 2)),
      labels: fc.record({ l: maybe(value) }),
      containers: fc.tuple(maybe(container('a')), maybe(container('b')), container('c')).map((all) => all.filter((one) => one !== undefined)),
    })
    .map(({ labels, containers, ...spec }) => ({
      spec: { ...spec, selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels: { app: 'x', ...labels } }, spec: { containers } } },
    })),
  withKept: (body) => body,
};

/** Somebody's own kind: lists of each type, maps of each, and what is anything. */
export const gadgets: Subject = {
  resource: 'example.com/v1/gadgets',
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  view: ({ metadata, spec: { parts, tags, ...spec } }: Loose) => ({
    ...spec,
    generation: metadata.generation,
    parts: parts && sorted(parts, ({ name }) => name),
    tags: tags?.toSorted(),
  }),
  body: fc
    .record({
      size: maybe(fc.constantFrom('small', 'large')),
      replicas: maybe(fc.nat(3)),
      settings: maybe(values('x', 'y')),
      anything: maybe(fc.record({ a: value, deep: maybe(values('b', 'c')) })),
      parts: maybe(fc.tuple(maybe(part('a')), maybe(part('b')), part('c')).map((all) => all.filter((one) => one !== undefined))),
      tags: maybe(fc.subarray(['s', 't', 'u'], { minLength: 1 })),
      order: maybe(fc.array(value, { maxLength: 2 })),
      owner: maybe(values('name', 'team')),
    })
    .map((spec) => ({ spec })),
  withKept: ({ spec }: Loose) => ({ spec: { size: 'small', ...spec, settings: { ...spec.settings, kept: 'x' }, anything: { kept: 'x', ...spec.anything, deep: { ...spec.anything?.deep, kept: 'x' } } } }),
};

function part(name: string): fc.Arbitrary<object> {
  return fc.record({ name: fc.constant(name), weight: maybe(fc.nat(2)), note: maybe(value) });
}

function sorted(list: readonly Loose[], by: (element: Loose) => string): Loose[] {
  return list.toSorted((one, other) => by(one).localeCompare(by(other)));
}
