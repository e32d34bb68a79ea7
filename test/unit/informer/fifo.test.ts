import { describe, expect, it } from 'vitest';
import { QueueClosedError } from '../../../extension/informer/deltaQueue.ts';
import { Fifo } from '../../../extension/informer/fifo.ts';
import { pod } from '../../support/objects.ts';

function drain(fifo: Fifo): string[] {
  const popped: string[] = [];
  for (;;) {
    try {
      fifo.pop(({ metadata }, initial) => popped.push(`${metadata.name} ${metadata.resourceVersion}${initial ? ' initial' : ''}`));
    } catch (error) {
      expect(error).toBeInstanceOf(QueueClosedError);
      return popped;
    }
  }
}

describe('D-40: the plain FIFO', () => {
  it('keeps the newest object of a key, at the place of the first', () => {
    const fifo = new Fifo();
    fifo.add(pod('a', 1));
    fifo.add(pod('b', 2));
    fifo.update(pod('a', 3));
    expect(drain(fifo)).toEqual(['a 3', 'b 2']);
  });

  it('passes over what was deleted, whose key keeps its place', () => {
    const fifo = new Fifo();
    fifo.add(pod('a', 1));
    fifo.add(pod('b', 2));
    fifo.delete(pod('a', 3));
    expect(fifo.size).toBe(1);
    fifo.add(pod('a', 4));
    expect(drain(fifo)).toEqual(['a 4', 'b 2']);
    fifo.add(pod('c', 5));
    fifo.delete(pod('c', 6));
    expect(drain(fifo)).toEqual([]);
  });

  it('forgets what is queued when it is replaced, and is synced when the list has been processed', () => {
    const fifo = new Fifo();
    fifo.replace([pod('x', 1), pod('y', 2)]);
    expect(fifo.hasSynced()).toBe(false);
    const during: boolean[] = [];
    fifo.pop(() => during.push(fifo.hasSynced()));
    fifo.pop(() => during.push(fifo.hasSynced()));
    expect(during).toEqual([false, false]);
    expect(fifo.hasSynced()).toBe(true);
    fifo.add(pod('lost', 3));
    fifo.replace([pod('kept', 4)]);
    expect(drain(fifo)).toEqual(['kept 4']);
    fifo.add(pod('a', 5));
    fifo.add(pod('b', 6));
    fifo.replace([pod('b', 7), pod('a', 8)]);
    expect(drain(fifo)).toEqual(['b 7', 'a 8']);
  });

  it('queues again on a resync only what it holds and has not queued', () => {
    const fifo = new Fifo();
    fifo.add(pod('a', 1));
    fifo.resync();
    expect(drain(fifo)).toEqual(['a 1']);
    fifo.resync();
    expect(drain(fifo)).toEqual([]);
  });

  it('queues a key again that was popped, by whatever it is keyed', () => {
    const fifo = new Fifo(({ metadata }) => metadata.uid!);
    fifo.add(pod('a', 1));
    expect(drain(fifo)).toEqual(['a 1']);
    fifo.add(pod('a', 2));
    fifo.add(pod('a', 3, { uid: 'another' }));
    expect(drain(fifo)).toEqual(['a 2', 'a 3']);
  });

  it('is synced by any change, and by a list whose objects have all been passed over', () => {
    const deleted = new Fifo();
    deleted.delete(pod('a', 1));
    expect(deleted.hasSynced()).toBe(true);
    const fifo = new Fifo();
    fifo.replace([pod('a', 1)]);
    fifo.delete(pod('a', 2));
    expect(fifo.hasSynced()).toBe(false);
    expect(drain(fifo)).toEqual([]);
    expect(fifo.hasSynced()).toBe(true);
  });

  it('holds nothing of what a list has replaced', () => {
    const fifo = new Fifo();
    fifo.add(pod('old', 1));
    fifo.replace([pod('new', 2)]);
    expect(fifo.size).toBe(1);
  });

  it('says that it is closed once it is empty', () => {
    const fifo = new Fifo();
    expect(() => fifo.pop(() => undefined)).toThrow('FIFO: nothing is queued');
    fifo.close();
    expect(() => fifo.pop(() => undefined)).toThrow('FIFO: manipulating with closed queue');
  });
});
