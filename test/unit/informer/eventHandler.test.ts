import { describe, expect, it } from 'vitest';
import { deltaKey } from '../../../extension/informer/delta.ts';
import { DeletedFinalStateUnknown, deletionOf } from '../../../extension/informer/eventHandler.ts';
import { pod } from '../../support/objects.ts';

describe('deletions', () => {
  it('P-17: a tombstone has a key of its own; anything else its namespace and name', () => {
    expect(deltaKey(new DeletedFinalStateUnknown('x/y', pod('a', 1)))).toBe('x/y');
    expect(deltaKey(pod('a', 1))).toBe('d/a');
  });

  it('P-18: an object names itself; a tombstone is named by its key, split at the first slash', () => {
    const object = pod('a', 1);
    expect(deletionOf(object)).toEqual({ namespace: 'd', name: 'a', object, tombstone: undefined });
    const node = { metadata: { name: 'node' } };
    expect(deletionOf(node)).toEqual({ namespace: '', name: 'node', object: node, tombstone: undefined });
    const tombstone = new DeletedFinalStateUnknown('ns/odd/name', undefined);
    expect(deletionOf(tombstone)).toEqual({ namespace: 'ns', name: 'odd/name', object: undefined, tombstone });
    expect(deletionOf(new DeletedFinalStateUnknown('node', object))).toMatchObject({ namespace: '', name: 'node', object });
  });
});
