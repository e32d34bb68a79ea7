import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

/** How large an object may be, and in what words it is refused: as a kube-apiserver with its etcd did when it was asked. */

const mebibyte = 1024 * 1024;
const configMaps = '/api/v1/namespaces/default/configmaps';
const secrets = '/api/v1/namespaces/default/secrets';
const pods = '/api/v1/namespaces/default/pods';
const base64 = (bytes: number): string => Buffer.alloc(bytes, 'x').toString('base64');
const text = (bytes: number): string => 'x'.repeat(bytes);
const pod = (bytes: number): object => ({ metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i', args: [text(bytes)] }] } });
const tooLong = 'Too long: must have at most 1048576 bytes';
const tooLarge = { message: 'etcdserver: request is too large', code: 500 };

describe('data', () => {
  it.each([
    ['a ConfigMap', configMaps, { data: { a: text(mebibyte) } }],
    ['a ConfigMap of short texts', configMaps, { data: { a: 'é'.repeat(mebibyte / 4), b: text(mebibyte / 2) } }],
    ['a ConfigMap of bytes', configMaps, { binaryData: { a: base64(mebibyte) } }],
    ['a ConfigMap of lines', configMaps, { data: { a: '\n'.repeat(mebibyte) } }],
    ['a Secret', secrets, { data: { a: base64(mebibyte) } }],
  ])('of a mebibyte fit: %s', async (_, path, body) => {
    expect((await new PlaygroundHarness().ask('POST', path, { body: { metadata: { name: 'a' }, ...body } })).status).toBe(201);
  });

  it.each([
    ['ConfigMap', configMaps, '[]', { data: { a: text(mebibyte), b: 'x' } }],
    ['ConfigMap', configMaps, '[]', { data: { a: text(mebibyte) }, binaryData: { b: base64(1) } }],
    ['ConfigMap', configMaps, '[]', { data: { a: 'é'.repeat(mebibyte / 2 + 1) } }],
    ['Secret', secrets, 'data', { data: { a: base64(mebibyte + 1) } }],
    ['Secret', secrets, 'data', { stringData: { a: text(mebibyte + 1) } }],
  ])('of one byte more are refused: %s %s %s', async (kind, path, field, body) => {
    const { status, json } = await new PlaygroundHarness().ask('POST', path, { body: { metadata: { name: 'a' }, ...body } });
    expect([status, json.reason, json.message]).toEqual([422, 'Invalid', `${kind} "a" is invalid: ${field}: ${tooLong}`]);
    expect(json.details.causes).toEqual([{ reason: 'FieldValueTooLong', message: tooLong, field }]);
  });

  it('do not grow beyond that by patches', async () => {
    const harness = new PlaygroundHarness();
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'a' }, data: { a: text(mebibyte - 10) } } });
    expect((await harness.patch(`${configMaps}/a`, { data: { b: text(10) } })).status).toBe(200);
    expect((await harness.patch(`${configMaps}/a`, { data: { c: 'x' } })).status).toBe(422);
  });
});

describe('an object', () => {
  it.each([
    [1_571_000, 201, {}],
    [1_573_500, 500, tooLarge],
    [2_090_000, 500, tooLarge],
    [2_098_000, 500, { code: 500, message: expect.stringMatching(/^rpc error: code = ResourceExhausted desc = trying to send message larger than max \(2098\d{3} vs\. 2097152\)$/) }],
  ])('with a text of %i bytes is answered %i', async (bytes, status, body) => {
    const answer = await new PlaygroundHarness().ask('POST', pods, { body: pod(bytes) });
    expect(answer).toMatchObject({ status, json: body });
    if (status === 500) expect(answer.json.reason).toBeUndefined();
  });

  it('is not measured where it is only tried: etcd does not hear of that', async () => {
    expect((await new PlaygroundHarness().ask('POST', `${pods}?dryRun=All`, { body: pod(1_600_000) })).status).toBe(201);
  });

  it('does not grow beyond that by patches, and is left as it was', async () => {
    const harness = new PlaygroundHarness();
    const lease = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    await harness.ask('POST', lease, { body: { metadata: { name: 'a' }, spec: { holderIdentity: text(1_000_000) } } });
    const before = (await harness.get(`${lease}/a`)).text;
    expect(await harness.patch(`${lease}/a`, { spec: { strategy: text(600_000) } })).toMatchObject({ status: 500, json: tooLarge });
    expect((await harness.get(`${lease}/a`)).text).toBe(before);
  });

  it('of a kind that somebody brought is measured as JSON', async () => {
    const harness = new PlaygroundHarness();
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { text: { type: 'string' } } } } } };
    const names = { plural: 'texts', kind: 'Text' };
    await harness.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      body: { metadata: { name: 'texts.example.com' }, spec: { group: 'example.com', names, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true, schema }] } },
    });
    await harness.clock.settle();
    const send = (name: string, content: string) =>
      harness.ask('POST', '/apis/example.com/v1/namespaces/default/texts', { body: { kind: 'Text', apiVersion: 'example.com/v1', metadata: { name }, spec: { text: content } } });
    expect((await send('fits', text(1_500_000))).status).toBe(201);
    // As JSON a line break is two bytes.
    expect(await send('breaks', '\n'.repeat(800_000))).toMatchObject({ status: 500, json: tooLarge });
  });
});
