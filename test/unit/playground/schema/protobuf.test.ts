import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitions } from '../../../../extension/playground/schema/definitions.ts';
import { decodeProtobuf, ProtobufError } from '../../../../extension/playground/schema/protobuf.ts';
import { protobufFields } from '../../../../extension/playground/schema/protobufNumbers.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

/** Written by hand, as client-go writes it: the envelope, and messages as lists of [number, value]. */
type Value = string | number | Uint8Array | Message;
type Message = readonly (readonly [number, Value])[];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest % 128n) + (rest >= 128n ? 128 : 0));
    rest /= 128n;
  } while (rest > 0n);
  return bytes;
}

function encode(message: Message): Buffer {
  const parts = message.map(([number, value]) => {
    if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)]);
    const bytes = typeof value === 'string' ? Buffer.from(value) : value instanceof Uint8Array ? value : encode(value);
    return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
  });
  return Buffer.concat(parts);
}

function body(apiVersion: string, kind: string, object: Message): Buffer {
  return Buffer.concat([Buffer.from('k8s\0'), encode([[1, [[1, apiVersion], [2, kind]]], [2, encode(object)], [3, ''], [4, '']])]);
}

/** `metadata`, with all that Go sends where nothing was set. */
function metadata(name: string): Message {
  return [[1, name], [2, ''], [3, ''], [4, ''], [5, ''], [6, ''], [7, 0], [8, []]];
}

describe('protobuf', () => {
  it('reads a ConfigMap: identity, maps, and nothing that was not set', () => {
    const object = body('v1', 'ConfigMap', [[1, [...metadata('a'), [11, [[1, 'app'], [2, 'web']]], [11, [[1, 'b'], [2, 'c']]]]], [2, [[1, 'x'], [2, '1']]], [2, [[1, 'y'], [2, '']]]]);
    expect(decodeProtobuf('ConfigMap', object)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', labels: { app: 'web', b: 'c' } },
      data: { x: '1', y: '' },
    });
  });

  it('reads the bytes of a Secret, times, negative numbers', () => {
    const object = body('v1', 'Secret', [[1, [[1, 's'], [9, [[1, 1_767_225_600]]]]], [2, [[1, 'k'], [2, Buffer.from([0, 255])]]], [3, 'Opaque']]);
    expect(decodeProtobuf('Secret', object)).toMatchObject({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' }, data: { k: 'AP8=' }, type: 'Opaque' });
    expect(decodeProtobuf('DeleteOptions', body('v1', 'DeleteOptions', [[1, -5]]))).toMatchObject({ gracePeriodSeconds: -5 });
  });

  it('reads a Deployment: lists, inlined messages, ports by name or number, quantities, zeros that mean something', () => {
    const probe: Message = [[1, [[2, [[1, '/'], [2, [[1, 1], [2, 0], [3, 'http']]], [3, ''], [4, '']]]]], [2, 0], [4, 10]];
    const container: Message = [
      [1, 'c'],
      [2, 'nginx:1.25'],
      [4, 'one'],
      [4, 'two'],
      [6, [[1, ''], [2, 0], [3, 80], [4, ''], [5, '']]],
      [7, [[1, 'E'], [2, ''], [3, [[3, [[1, [[1, 'map']]], [2, 'key']]]]]]],
      [8, [[1, [[1, 'cpu'], [2, [[1, '500m']]]]]]],
      [11, probe],
      [16, 0],
    ];
    const volume: Message = [[1, 'v'], [2, [[19, [[1, [[1, 'map']]], [3, 420]]]]]];
    const template: Message = [[1, metadata('')], [2, [[1, volume], [2, container], [4, 0], [11, 0]]]];
    const strategy: Message = [[1, 'RollingUpdate'], [2, [[1, [[1, 0], [2, 1], [3, '']]]]]];
    const object = body('apps/v1', 'Deployment', [[1, metadata('d')], [2, [[1, 0], [2, [[1, [[1, 'app'], [2, 'd']]]]], [3, template], [4, strategy], [5, 0], [7, 0]]], [3, []]]);
    expect(decodeProtobuf('Deployment', object)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'd' } },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
        template: {
          metadata: {},
          spec: {
            terminationGracePeriodSeconds: 0,
            volumes: [{ name: 'v', configMap: { name: 'map', defaultMode: 420 } }],
            containers: [
              {
                name: 'c',
                image: 'nginx:1.25',
                args: ['one', 'two'],
                ports: [{ containerPort: 80 }],
                env: [{ name: 'E', valueFrom: { configMapKeyRef: { name: 'map', key: 'key' } } }],
                resources: { limits: { cpu: '500m' } },
                readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 10 },
              },
            ],
          },
        },
      },
      status: {},
    });
  });

  it('reads a time with its microseconds, where the kind has them', () => {
    const object = body('coordination.k8s.io/v1', 'Lease', [[1, metadata('l')], [2, [[1, 'me'], [2, 15], [4, [[1, 1_767_225_600], [2, 42_000_999]]]]]]);
    expect(decodeProtobuf('Lease', object)).toMatchObject({ spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.042000Z' } });
  });

  it('says what it cannot read, rather than lose it', () => {
    const onNfs: Message = [[1, [[1, 'v'], [2, [[7, [[1, 'x']]]]]]]];
    expect(() => decodeProtobuf('Pod', body('v1', 'Pod', [[1, metadata('p')], [2, onNfs]]))).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });

  it('throws nothing but its own error, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom('Pod', 'ConfigMap', 'Deployment', 'Event', 'DeleteOptions'), fc.uint8Array({ maxLength: 200 }), fc.boolean(), (definition, bytes, enveloped) => {
        try {
          decodeProtobuf(definition, enveloped ? Buffer.concat([Buffer.from('k8s\0'), encode([[2, bytes]])]) : bytes);
        } catch (error) {
          if (!ProtobufError.is(error)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('knows a number for each field of each definition, once', () => {
    for (const [name, { fields }] of definitions) {
      const known = [...(protobufFields(name)?.values() ?? [])].flatMap((field) => (field.inlined ? Array.from(protobufFields(field.name)!.values()) : [field]));
      const names = known.map((field) => field.name).filter((field) => field !== 'selfLink');
      const own = Object.keys(fields).filter((field) => field !== 'kind' && field !== 'apiVersion' && field !== 'selfLink');
      const expected = ['OwnerReference', 'ManagedFieldsEntry', 'ObjectReference', 'ObjectFieldSelector', 'CustomResourceDefinitionNames', 'BoundObjectReference', 'RoleRef', 'Subject', 'FlowSubject'].includes(name) ? Object.keys(fields) : own;
      expect(names.toSorted(), name).toEqual(expected.toSorted());
    }
  });

  it('is taken as a body, and answered in JSON', async () => {
    const harness = new PlaygroundHarness();
    const accept = 'application/vnd.kubernetes.protobuf,application/json';
    const contentType = 'application/vnd.kubernetes.protobuf';
    const created = await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { accept, contentType, body: body('v1', 'ConfigMap', [[1, metadata('a')]]) });
    expect([created.status, created.json.metadata.name]).toEqual([201, 'a']);
    const options = body('v1', 'DeleteOptions', [[2, [[1, 'another uid']]]]);
    expect((await harness.ask('DELETE', '/api/v1/namespaces/default/configmaps/a', { accept, contentType, body: options })).status).toBe(409);
    const wrong = await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { contentType, body: Buffer.from('k8s\0\xff') });
    expect([wrong.status, wrong.json.reason]).toEqual([400, 'BadRequest']);
    const other = await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { contentType, body: body('v1', 'Secret', []) });
    expect(other.status).toBe(400);
    expect((await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { contentType: 'application/json', body: Buffer.from([0xff, 0xfe]) })).status).toBe(400);
  });
});
