import { describe, expect, it } from 'vitest';
import { ExpirationStore } from '../../../extension/informer/expirationStore.ts';
import { UndeltaStore } from '../../../extension/informer/undeltaStore.ts';
import { KeyError } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { pod } from '../../support/objects.ts';

const nobody = { metadata: undefined } as unknown as KubeObject;

describe('I-31: ExpirationStore', () => {
  it('drops what is older than its time, and only then, when it is looked at', async () => {
    const clock = new FakeClock();
    const store = new ExpirationStore(clock, 1000);
    store.add(pod('a', 1));
    await clock.advance(600);
    store.update(pod('b', 2));
    await clock.advance(400);
    expect(store.get('d/a')).toEqual(pod('a', 1));
    await clock.advance(1);
    expect(store.listKeys()).toEqual(['d/a', 'd/b']);
    expect(store.get('d/a')).toBeUndefined();
    expect(store.listKeys()).toEqual(['d/b']);
    await clock.advance(600);
    expect(store.list()).toEqual([]);
    expect(store.listKeys()).toEqual([]);
  });

  it('stamps anew what is written again, or comes with a list', async () => {
    const clock = new FakeClock();
    const store = new ExpirationStore(clock, 1000);
    store.replace([pod('a', 1), pod('b', 1)]);
    await clock.advance(800);
    store.update(pod('a', 2));
    await clock.advance(800);
    expect(store.list()).toEqual([pod('a', 2)]);
    store.replace([pod('c', 3)]);
    store.delete(pod('c', 3));
    expect(store.list()).toEqual([]);
    store.add(pod('d', 4));
    expect(() => store.replace([nobody])).toThrow(KeyError);
    expect(store.listKeys()).toEqual(['d/d']);
  });

  it('keeps everything where no time is set', async () => {
    const clock = new FakeClock();
    const store = new ExpirationStore(clock, 0);
    store.add(pod('a', 1));
    await clock.advance(1e9);
    expect(store.get('d/a')).toBeDefined();
  });
});

describe('I-32: UndeltaStore', () => {
  it('hands on the whole content after each write; not for a read, nor for a write that fails', () => {
    const pushed: string[][] = [];
    const store = new UndeltaStore((objects) => pushed.push(objects.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`)));
    store.add(pod('a', 1));
    store.update(pod('b', 2));
    store.update(pod('a', 3));
    store.delete(pod('b', 4));
    store.replace([pod('c', 5)], '9');
    expect(pushed).toEqual([['a 1'], ['a 1', 'b 2'], ['a 3', 'b 2'], ['a 3'], ['c 5']]);
    expect([store.get('d/c'), store.list(), store.listKeys()]).toEqual([pod('c', 5), [pod('c', 5)], ['d/c']]);
    expect(() => store.add(nobody)).toThrow(KeyError);
    expect(() => store.replace([nobody], '10')).toThrow(KeyError);
    expect(pushed).toHaveLength(5);
  });
});
