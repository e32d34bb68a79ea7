import { describe, expect, it } from 'vitest';
import { enqueueObject } from '../../../extension/controller/enqueue.ts';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { lowPriority } from '../../../extension/workqueue/priorityQueue.ts';
import { pod } from '../../support/objects.ts';

describe('enqueueObject', () => {
  it('K-05: under the object’s key, and a tombstone under its own', () => {
    const added: string[] = [];
    const handler = enqueueObject((key, cause) => void added.push(`${key} ${cause}`));
    handler.onAdd(pod('a', 1), true, 1);
    handler.onUpdate(pod('a', 1), pod('a', 2), 2);
    handler.onDelete(pod('a', 3), 3);
    handler.onDelete(new DeletedFinalStateUnknown('x/gone', undefined), 4);
    handler.onDelete(new DeletedFinalStateUnknown('x/gone', pod('other', 1)), 5);
    expect(added).toEqual(['d/a 1', 'd/a 2', 'd/a 3', 'x/gone 4', 'x/gone 5']);
  });

  it('gives the low priority to what was there already, and to what has not changed', () => {
    const priorities: number[] = [];
    const handler = enqueueObject((_key, _cause, priority) => void priorities.push(priority));
    handler.onAdd(pod('a', 1), true, 1);
    handler.onAdd(pod('a', 1), false, 1);
    handler.onUpdate(pod('a', 1), pod('a', 1), 1);
    handler.onUpdate(pod('a', 1), pod('a', 2), 1);
    handler.onDelete(pod('a', 3), 1);
    expect(priorities).toEqual([lowPriority, 0, lowPriority, 0, 0]);
  });
});
