import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maskedPattern, maskObject } from '../../../extension/kube/mask.ts';

const hash = (value: string): string => createHash('sha256').update(value).digest('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** In more lists than any recursion gets through. */
const nested = (value: unknown): unknown => JSON.parse('['.repeat(100_000) + JSON.stringify(value) + ']'.repeat(100_000)) as unknown;
const secret = (fields: object): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, ...fields });

describe('masking (case 22)', () => {
  it('replaces values by their length and a hash that changes with them', () => {
    const masked = maskObject(secret({ data: { a: base64('hunter2'), b: base64('hunter3') }, stringData: { c: 'é' } }), hash) as Record<string, Record<string, string>>;
    expect(masked['data']!['a']).toMatch(/^<masked 7 bytes> #[0-9a-f]{8}$/);
    expect(masked['data']!['a']).not.toBe(masked['data']!['b']);
    expect(masked['stringData']!['c']).toMatch(/^<masked 2 bytes> #/);
    expect(maskedPattern.test(JSON.stringify(masked))).toBe(true);
  });

  it('leaves the rest of a Secret, its keys included, and the original', () => {
    const original = secret({ type: 'Opaque', data: { password: base64('x') }, immutable: true });
    const before = JSON.stringify(original);
    expect(maskObject(original, hash)).toMatchObject({ type: 'Opaque', immutable: true, data: { password: expect.any(String) } });
    expect(JSON.stringify(original)).toBe(before);
  });

  it('masks what is called a secret by its resource, whatever its kind says', () => {
    expect(JSON.stringify(maskObject({ metadata: {}, data: { a: base64('hunter2') } }, hash, true))).not.toContain(base64('hunter2'));
  });

  it.each([
    ['a bare string', 'hunter2'],
    ['a list', ['hunter2']],
    ['a Table', { kind: 'Table', rows: [{ cells: ['hunter2'], object: { data: { a: 'hunter2' } } }] }],
  ])('masks %s that stands for a secret', (_name, object) => {
    expect(JSON.stringify(maskObject(object as unknown, hash, true))).not.toContain('hunter2');
  });

  it.each([
    ['in a Secret', { kind: 'Secret', metadata: {}, data: { a: nested('hunter2') } }],
    ['in what may hold one', { kind: 'Widget', metadata: {}, spec: nested({ kind: 'Secret', data: { a: 'hunter2' } }) }],
  ])('masks what is nested too deep to be looked through %s, and knows it again', (_name, object) => {
    const text = JSON.stringify(maskObject(object as unknown, hash));
    expect(text).not.toContain('hunter2');
    expect(text).toMatch(maskedPattern);
  });

  it('masks an annotation that holds a Secret as YAML, and leaves one that only speaks of Secrets', () => {
    const annotations = { copy: 'apiVersion: v1\nkind: Secret\ndata:\n  p: aHVudGVyMg==', note: 'kind: Secretive; see the Secret' };
    const masked = maskObject({ kind: 'Widget', metadata: { annotations } }, hash) as { metadata: { annotations: Record<string, string> } };
    expect(masked.metadata.annotations['copy']).toMatch(/^<masked \d+ bytes>/);
    expect(masked.metadata.annotations['note']).toBe(annotations.note);
  });

  it.each([['a string', 'cGxhaW4='], ['a list', ['cGxhaW4=']], ['a number', 4711], ['nested', { a: { b: 'cGxhaW4=' } }]])('masks %s under data', (_name, data) => {
    expect(JSON.stringify(maskObject(secret({ data }), hash))).not.toMatch(/cGxhaW4|4711/);
  });

  it('keeps an absent or empty data as it is', () => {
    expect(maskObject(secret({ data: null }), hash)).toMatchObject({ data: null });
    const empty = secret({ data: {} });
    expect(maskObject(empty, hash)).toBe(empty);
  });

  it('masks the copy that kubectl apply keeps', () => {
    const applied = JSON.stringify(secret({ stringData: { a: 'hunter2' } }));
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': applied, other: 'kept' };
    const masked = maskObject(secret({ metadata: { annotations }, data: { a: base64('hunter2') } }), hash);
    expect(JSON.stringify(masked)).not.toContain('hunter2');
    expect(masked).toMatchObject({ metadata: { annotations: { other: 'kept' } } });
  });

  it.each([
    ['the plain value', 'user:hunter2'],
    ['the base64 value', `x=${base64('hunter2')}`],
    ['a copy by another tool', JSON.stringify({ data: { a: base64('hunter2') } })],
  ])('masks any annotation of a Secret that holds %s', (_name, annotation) => {
    const masked = maskObject(secret({ metadata: { annotations: { tool: annotation } }, data: { a: base64('hunter2') } }), hash);
    expect(masked).toMatchObject({ metadata: { annotations: { tool: expect.stringMatching(/^<masked \d+ bytes>/) } } });
  });

  it('masks every annotation of the metadata of a Secret: without its values nobody can tell which is a copy', () => {
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
    const annotations = { 'example.com/copy': 'hunter2', 'k8s.io/initial-events-end': 'true' };
    expect(maskObject({ ...partial, metadata: { name: 's', labels: { a: 'b' }, annotations } }, hash, true)).toEqual({
      ...partial,
      metadata: { name: 's', labels: { a: 'b' }, annotations: { 'example.com/copy': expect.stringMatching(/^<masked 7 bytes> #/), 'k8s.io/initial-events-end': 'true' } },
    });
    const ofPod = { ...partial, metadata: { name: 'p', annotations } };
    expect(maskObject(ofPod, hash)).toBe(ofPod);
  });

  it('masks a value with line breaks in an annotation that quotes it', () => {
    const pem = '-----BEGIN KEY-----\nabc\n';
    const masked = maskObject(secret({ metadata: { annotations: { tool: JSON.stringify({ pem }) } }, data: { k: base64(pem) } }), hash);
    expect(JSON.stringify(masked)).not.toContain('BEGIN KEY');
  });

  it('masks a Secret inside an annotation of anything else, however often it is quoted', () => {
    const applied = JSON.stringify(secret({ stringData: { a: 'hunter2' } }));
    for (const text of [applied, JSON.stringify({ template: applied }), JSON.stringify(JSON.stringify({ applied }))]) {
      const object = { apiVersion: 'example.com/v1', kind: 'Bundle', metadata: { name: 'b', annotations: { 'example.com/applied': text } } };
      expect(JSON.stringify(maskObject(object, hash))).not.toContain('hunter2');
    }
  });

  it('masks Secrets that an object carries as templates', () => {
    const object = { kind: 'Template', objects: [secret({ data: { a: base64('hunter2') } })], spec: { workload: { manifests: [secret({ stringData: { a: 'hunter2' } })] } } };
    const text = JSON.stringify(maskObject(object, hash));
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(base64('hunter2'));
  });

  it('masks the token that a TokenRequest was answered with, and nothing else of it', () => {
    const spec = { audiences: ['a'], expirationSeconds: 3600 };
    const request = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', spec, status: { token: 'ey.J.z', expirationTimestamp: 't' } };
    const masked = maskObject(request, hash);
    expect(masked).toMatchObject({ spec, status: { expirationTimestamp: 't' } });
    expect(masked.status.token).toMatch(/^<masked 6 bytes> #[0-9a-f]{8}$/);
    expect(JSON.stringify(maskObject({ ...request, status: { token: { odd: 'ey.J.z' } } }, hash))).not.toContain('ey.J.z');
    const asked = { ...request, status: { token: '', expirationTimestamp: null } };
    expect(maskObject(asked, hash)).toBe(asked);
  });

  it('returns the same reference when nothing is secret', () => {
    const object = { kind: 'Pod', metadata: { annotations: { a: 'b' } }, spec: { volumes: [{ secret: { secretName: 's' } }] } };
    expect(maskObject(object, hash)).toBe(object);
    expect(maskObject(null, hash)).toBe(null);
    expect(maskObject('text', hash)).toBe('text');
  });

  it('case 20: a key called __proto__ stays a key', () => {
    const masked = maskObject(JSON.parse('{"kind":"Secret","metadata":{},"data":{"__proto__":"aHVudGVyMg=="}}') as object, hash) as { data: object };
    expect(Object.keys(masked.data)).toEqual(['__proto__']);
  });
});
