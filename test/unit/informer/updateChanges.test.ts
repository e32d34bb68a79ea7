import { describe, expect, it } from 'vitest';
import { UpdateChanges } from '../../../extension/informer/updateChanges.ts';
import { addKeptField, keepText } from '../../../extension/kube/keptFields.ts';
import { maskObject } from '../../../extension/kube/mask.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { pod } from '../../support/objects.ts';

const hash = (value: string): string => Buffer.from(value).toString('hex').padEnd(8, '0');

function secret(password: string): KubeObject {
  const object = { kind: 'Secret', metadata: { name: 's', namespace: 'd' }, data: { password: Buffer.from(password).toString('base64'), user: 'dQ==' } };
  return maskObject<KubeObject>(object, hash);
}

describe('UpdateChanges', () => {
  it('is the list of paths in JSON', () => {
    const changed = new UpdateChanges({ ...pod('a', 1), spec: { replicas: 2 } }, { ...pod('a', 2), spec: { replicas: 3 } });
    expect(JSON.stringify({ changed })).toBe('{"changed":["spec.replicas"]}');
    expect(changed.fields).toEqual([{ path: 'spec.replicas', before: '2', after: '3' }]);
    expect(changed.more).toBe(false);
  });

  it('leaves out what changes with every update', () => {
    expect(new UpdateChanges(pod('a', 1, { generation: 1 }), pod('a', 2, { generation: 2 })).fields).toEqual([]);
  });

  it('does not decode managed fields that are kept as text', () => {
    const kept = (rv: string): KubeObject => {
      const metadata = { name: 'a', resourceVersion: rv };
      addKeptField(metadata, 'managedFields');
      keepText(metadata, { names: ['managedFields'], textOf: () => 'not JSON, which would be found out' });
      return { metadata };
    };
    expect(new UpdateChanges(kept('1'), kept('2')).fields).toEqual([]);
  });

  it('shows that a masked value has changed, and not what it is', () => {
    const { fields } = new UpdateChanges(secret('hunter2'), secret('correct horse'));
    expect(fields).toHaveLength(1);
    expect(fields![0]).toMatchObject({ path: 'data.password', before: /^<masked 7 bytes> #/, after: /^<masked 13 bytes> #/ });
    expect(JSON.stringify(fields)).not.toMatch(/hunter2|correct horse/);
  });

  it('shows values in a few characters, whatever they are', () => {
    const before = { ...pod('a', 1), data: { a: 'x'.repeat(1000), b: '', c: null, d: 1, e: [1], f: 0 } };
    const after = { ...pod('a', 2), data: { a: '😀'.repeat(1000), b: 'b', c: { deep: 1 }, d: [1], e: {} } };
    expect(new UpdateChanges(before, after).fields).toEqual([
      { path: 'data.a', before: `${'x'.repeat(39)}…`, after: `${'😀'.repeat(39)}…` },
      { path: 'data.b', before: '""', after: 'b' },
      { path: 'data.c', before: 'null', after: '{…}' },
      { path: 'data.d', before: '1', after: '[…]' },
      { path: 'data.e', before: '[…]', after: '{…}' },
      { path: 'data.f', before: '0', after: '' },
    ]);
  });

  it('shows a value whole as long as it has forty characters', () => {
    const values = (length: number): KubeObject => ({ ...pod('a', 1), data: 'x'.repeat(length) });
    expect(new UpdateChanges(values(40), values(41)).fields).toEqual([{ path: 'data', before: 'x'.repeat(40), after: `${'x'.repeat(39)}…` }]);
  });

  it('says that there are more', () => {
    const many = (value: number): KubeObject => ({ ...pod('a', value), data: Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`k${index}`, value])) });
    const changed = new UpdateChanges(many(1), many(2));
    expect(changed.more).toBe(true);
    expect(JSON.parse(JSON.stringify(changed))).toHaveLength(21);
    expect(changed.toJSON()!.at(-1)).toBe('…');
  });

  it('once given up is not known, and no field of JSON', () => {
    const changed = new UpdateChanges(pod('a', 1), pod('b', 2));
    changed.giveUp();
    expect(changed.fields).toBeUndefined();
    expect(JSON.stringify({ changed })).toBe('{}');
  });
});
