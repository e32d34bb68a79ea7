import { describe, expect, it } from 'vitest';
import { fileName, parseSourceId, sourceId } from '../../../extension/inspector/sessionSource.ts';

describe('the id of a source', () => {
  it.each([
    { kind: 'context', context: 'kind-dev' },
    { kind: 'context', context: 'recording:file:///x' },
    { kind: 'context', context: 'kind-dev', as: { namespace: 'shop', name: 'web.v1' } },
    { kind: 'context', context: 'a/b as c/d', as: { namespace: 'shop', name: 'web' } },
    { kind: 'recording', uri: 'file:///w/web%20one.informertrace', title: 'web one.informertrace' },
  ] as const)('leads back to it: %j', (source) => {
    expect(parseSourceId(sourceId(source))).toEqual(source);
  });

  it('of the playground is always the same, but for the account that it is seen as, and of nothing there is none', () => {
    expect(parseSourceId(sourceId({ kind: 'playground', size: 'town', seed: 7 }))).toEqual({ kind: 'playground' });
    const as = { namespace: 'shop', name: 'web' };
    expect(parseSourceId(sourceId({ kind: 'playground', size: 'town', seed: 7, as }))).toEqual({ kind: 'playground', as });
    for (const id of ['playground:', 'playground:shop', 'playground:shop/web/x', 'playground:Shop/web']) expect(parseSourceId(id)).toBeUndefined();
    expect(parseSourceId('')).toBeUndefined();
    expect(parseSourceId('file:///x')).toBeUndefined();
    for (const id of ['serviceaccount:', 'serviceaccount:shop/web', 'serviceaccount:Shop/web/x', 'serviceaccount:shop/../x']) expect(parseSourceId(id)).toBeUndefined();
  });

  it('names a file by its last part, also one that was not escaped', () => {
    expect(fileName('file:///w/100%.informertrace')).toBe('100%.informertrace');
    expect(fileName('web.informertrace')).toBe('web.informertrace');
  });
});
