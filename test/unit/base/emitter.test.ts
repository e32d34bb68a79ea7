import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../extension/base/emitter.ts';

describe('Emitter', () => {
  it('tells every listener, in order, until it unsubscribes', () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    const first = emitter.event((value) => heard.push(`1${value}`));
    emitter.event((value) => heard.push(`2${value}`));
    emitter.fire('a');
    first.dispose();
    first.dispose();
    emitter.fire('b');
    expect(heard).toEqual(['1a', '2a', '2b']);
    expect(emitter.hasListeners).toBe(true);
    emitter.dispose();
    expect(emitter.hasListeners).toBe(false);
  });

  it('the same function may listen twice', () => {
    let heard = 0;
    const emitter = new Emitter<void>();
    const listener = (): void => {
      heard++;
    };
    const one = emitter.event(listener);
    emitter.event(listener);
    emitter.fire();
    one.dispose();
    emitter.fire();
    expect(heard).toBe(3);
  });

  it('one that throws keeps nobody from hearing', () => {
    const errors: unknown[] = [];
    let heard = 0;
    const emitter = new Emitter<void>((error) => errors.push(error));
    emitter.event(() => {
      throw new Error('deaf');
    });
    emitter.event(() => heard++);
    emitter.fire();
    expect(heard).toBe(1);
    expect(errors).toMatchObject([{ message: 'deaf' }]);
  });
});
