import { describe, expect, it } from 'vitest';
import { DisposableStore, toDisposable } from '../../../extension/base/disposable.ts';

describe('DisposableStore', () => {
  it('releases in reverse order, once', () => {
    const released: string[] = [];
    const store = new DisposableStore();
    for (const name of ['a', 'b']) store.add(toDisposable(() => released.push(name)));
    store.dispose();
    store.dispose();
    expect(released).toEqual(['b', 'a']);
    expect(store.isDisposed).toBe(true);
  });

  it('releases at once what comes too late', () => {
    const store = new DisposableStore();
    store.dispose();
    let released = 0;
    store.add(toDisposable(() => released++));
    expect(released).toBe(1);
  });

  it('releases one before the others', () => {
    let released = 0;
    const store = new DisposableStore();
    const one = store.add(toDisposable(() => released++));
    store.release(one);
    store.release(toDisposable(() => (released += 100)));
    store.dispose();
    expect(released).toBe(1);
  });

  it('releases the rest when one throws, and then throws', () => {
    let released = 0;
    const store = new DisposableStore();
    store.add(toDisposable(() => released++));
    store.add({
      dispose() {
        throw new Error('stuck');
      },
    });
    expect(() => store.dispose()).toThrow('stuck');
    expect(released).toBe(1);
  });
});
