import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../extension/kube/status.ts';
import { applyStrategicMergePatch } from '../../../../extension/playground/patch/strategicMergePatch.ts';

type Json = Record<string, unknown>;

function spec(target: Json, patch: Json): unknown {
  return applyStrategicMergePatch('Pod', { spec: target }, { spec: patch })['spec'];
}

const a = { name: 'a', image: 'i:1', args: ['x'] };
const b = { name: 'b', image: 'j:1' };

describe('strategic merge patch', () => {
  it('changes the image of one container, as kubectl set image asks for it', () => {
    const patch = { '$setElementOrder/containers': [{ name: 'a' }, { name: 'b' }], containers: [{ name: 'a', image: 'i:2' }] };
    expect(spec({ containers: [a, b] }, patch)).toEqual({ containers: [{ ...a, image: 'i:2' }, b] });
  });

  it('merges maps, removes what is null, replaces lists without a key', () => {
    const target = { nodeSelector: { a: '1', b: '2' }, containers: [a], hostname: 'h' };
    const patch = { nodeSelector: { b: null, c: '3' }, containers: [{ name: 'a', args: ['y', 'z'] }], hostname: null };
    expect(spec(target, patch)).toEqual({ nodeSelector: { a: '1', c: '3' }, containers: [{ ...a, args: ['y', 'z'] }] });
  });

  it('adds an element before the others, in the order of the patch, or where an order puts it', () => {
    const c = { name: 'c', image: 'k:1' };
    expect(spec({ containers: [a, b] }, { containers: [c] })).toEqual({ containers: [c, a, b] });
    expect(spec({ containers: [a, b] }, { containers: [b, c] })).toEqual({ containers: [a, b, c] });
    const ordered = { '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }, { name: 'a' }], containers: [c] };
    expect(spec({ containers: [a, b] }, ordered)).toEqual({ containers: [c, b, a] });
  });

  it('takes a list that is not there as it is, but for what was to be removed from it', () => {
    expect(spec({}, { containers: [{ $patch: 'delete', name: 'a' }, { name: 'c', image: 'k:1' }, { image: 'no-name' }] })).toEqual({ containers: [{ name: 'c', image: 'k:1' }, { image: 'no-name' }] });
  });

  it('keeps elements that an order does not know near where they were', () => {
    const names = (list: unknown): string[] => (list as { containers: { name: string }[] }).containers.map(({ name }) => name);
    const target = { containers: ['s1', 'a', 's2', 'b', 's3'].map((name) => ({ name })) };
    expect(names(spec(target, { '$setElementOrder/containers': [{ name: 'a' }, { name: 'n' }, { name: 'b' }], containers: [{ name: 'n' }] }))).toEqual([
      's1',
      'a',
      'n',
      's2',
      'b',
      's3',
    ]);
  });

  it('deletes an element, replaces a list, replaces a map, on request', () => {
    expect(spec({ containers: [a, b] }, { containers: [{ $patch: 'delete', name: 'a' }] })).toEqual({ containers: [b] });
    expect(spec({ containers: [a, b] }, { containers: [{ $patch: 'replace' }, { name: 'c' }] })).toEqual({ containers: [{ name: 'c' }] });
    expect(spec({ nodeSelector: { a: '1' } }, { nodeSelector: { $patch: 'replace', b: '2' } })).toEqual({ nodeSelector: { b: '2' } });
    expect(spec({ nodeSelector: { a: '1' } }, { nodeSelector: { $patch: 'delete' } })).toEqual({ nodeSelector: {} });
  });

  it('keeps of a union what it is told to', () => {
    const target = { volumes: [{ name: 'v', emptyDir: {} }] };
    const patch = { volumes: [{ $retainKeys: ['name', 'configMap'], name: 'v', configMap: { name: 'm' } }] };
    expect(spec(target, patch)).toEqual({ volumes: [{ name: 'v', configMap: { name: 'm' } }] });
    const deployment = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } };
    expect(applyStrategicMergePatch('Deployment', deployment, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } })).toEqual({
      spec: { strategy: { type: 'Recreate' } },
    });
  });

  it('treats lists of plain values as sets where the schema says so', () => {
    const finalizers = (target: string[], patch: Json): unknown =>
      (applyStrategicMergePatch('ConfigMap', { metadata: { finalizers: target } }, { metadata: patch })['metadata'] as Json)['finalizers'];
    expect(finalizers(['a', 'b'], { finalizers: ['b', 'c'] })).toEqual(['a', 'b', 'c']);
    expect(finalizers(['a', 'b'], { '$deleteFromPrimitiveList/finalizers': ['a'] })).toEqual(['b']);
    expect(finalizers(['a', 'b'], { '$setElementOrder/finalizers': ['b', 'a'] })).toEqual(['b', 'a']);
  });

  it('leaves no directive in what it makes', () => {
    const made = spec({}, { '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'a', '$setElementOrder/ports': [], env: [{ $patch: 'delete', name: 'E' }] }] });
    expect(made).toEqual({ containers: [{ name: 'a', env: [] }] });
  });

  it.each([
    [{ $patch: 'explode' }],
    [{ containers: [{ image: 'i' }] }],
    [{ containers: ['a'] }],
    [{ '$setElementOrder/containers': 'a', containers: [{ name: 'a' }] }],
    [{ $retainKeys: 'containers', containers: [] }],
  ])('refuses %j', (patch) => {
    expect(() => spec({ containers: [a] }, patch)).toThrow(ApiError);
  });
});
