import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { handlerEntry, invoke } from '../../../extension/informer/handlerCall.ts';
import { Notification } from '../../../extension/informer/notification.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { pod } from '../../support/objects.ts';
import { RecordingHandler } from '../../support/recordingHandler.ts';

const unversioned: KubeObject = { metadata: { name: 'a', namespace: 'd' } };
const notifications = {
  add: Notification.add('d/a', pod('a', 1), true, 7),
  update: Notification.update('d/a', pod('a', 1), pod('a', 2), 7),
  delete: Notification.delete('d/a', pod('a', 3), 7),
  tombstone: Notification.delete('d/a', new DeletedFinalStateUnknown('d/a', pod('a', 2)), 0),
};

describe('a call of a handler', () => {
  it('P-15: a callback that is missing does nothing', () => {
    const seen = new RecordingHandler();
    for (const each of Object.values(notifications)) {
      expect(invoke({}, each, 1)).toBeUndefined();
      invoke(seen, each, 1);
    }
    expect(seen.calls).toEqual(['add d/a 1 initial', 'update d/a 1>2', 'delete d/a 3', 'tombstone d/a 2']);
  });

  const told = (notification: Notification, isSelective = false) => handlerEntry({ name: 'h', informer: 'v1/pods', handler: {}, isSelective }, notification);

  it('is told with what it is about, and what led to it', () => {
    const same = { informer: 'v1/pods', key: 'd/a', handler: 'h', cause: [7] };
    expect(told(notifications.add)).toEqual({ ...same, kind: 'handler.add', rv: '1', isInInitialList: true });
    expect(told(notifications.update)).toEqual({ ...same, kind: 'handler.update', rv: '2', old: '1', resync: false });
    expect(told(notifications.delete)).toEqual({ ...same, kind: 'handler.delete', rv: '3', tombstone: false });
    expect(told(notifications.tombstone)).toEqual({ ...same, kind: 'handler.delete', rv: '2', tombstone: true, cause: [] });
    expect(told(Notification.update('d/a', unversioned, unversioned, 7))).toMatchObject({ rv: '', old: '', resync: true });
  });

  it('says of a deletion that the object may only have left the selector: where there is one, and unless it is known to be deleted', () => {
    const deleting = Notification.delete('d/a', pod('a', 3, { deletionTimestamp: '2026-01-01T00:00:00Z' }), 7);
    expect(told(notifications.delete, true)).toHaveProperty('leftSelector', true);
    expect(told(notifications.delete, false)).not.toHaveProperty('leftSelector');
    for (const notification of [deleting, notifications.tombstone]) expect(told(notification, true)).not.toHaveProperty('leftSelector');
  });
});
