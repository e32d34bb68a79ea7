import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { filteringHandler } from '../../../extension/informer/filteringHandler.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { pod } from '../../support/objects.ts';
import { RecordingHandler } from '../../support/recordingHandler.ts';

const even = (object: KubeObject | DeletedFinalStateUnknown): boolean =>
  !(object instanceof DeletedFinalStateUnknown) && Number(object.metadata.resourceVersion) % 2 === 0;

describe('filteringHandler', () => {
  it('P-16: what begins to pass is added, and not as initial; what ceases is deleted', () => {
    const inner = new RecordingHandler();
    const handler = filteringHandler(even, inner);
    handler.onAdd(pod('odd', 1), true, 0);
    handler.onAdd(pod('a', 2), true, 0);
    handler.onUpdate(pod('a', 2), pod('a', 4), 0);
    handler.onUpdate(pod('a', 4), pod('a', 5), 0);
    handler.onUpdate(pod('a', 5), pod('a', 7), 0);
    handler.onUpdate(pod('a', 7), pod('a', 8), 0);
    handler.onDelete(pod('a', 9), 0);
    handler.onDelete(pod('a', 10), 0);
    expect(inner.calls).toEqual(['add d/a 2 initial', 'update d/a 2>4', 'delete d/a 4', 'add d/a 8', 'delete d/a 10']);
  });

  it('P-16: a tombstone is judged as it is', () => {
    const inner = new RecordingHandler();
    filteringHandler(even, inner).onDelete(new DeletedFinalStateUnknown('d/a', pod('a', 2)), 0);
    filteringHandler(() => true, inner).onDelete(new DeletedFinalStateUnknown('d/a', pod('a', 2)), 0);
    expect(inner.calls).toEqual(['tombstone d/a 2']);
  });

  it('P-15: callbacks that are missing do nothing', () => {
    const handler = filteringHandler(even, {});
    expect(() => {
      handler.onAdd(pod('a', 2), true, 0);
      for (const [before, after] of [[2, 4], [2, 3], [3, 4]] as const) handler.onUpdate(pod('a', before), pod('a', after), 0);
      handler.onDelete(pod('a', 2), 0);
    }).not.toThrow();
  });
});
