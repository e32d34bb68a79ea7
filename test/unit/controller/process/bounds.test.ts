import { describe, expect, it } from 'vitest';
import { Allowance } from '../../../../extension/controller/process/allowance.ts';
import { sendable } from '../../../../extension/controller/process/sendable.ts';
import { receiveError, sendError, sendRefusal } from '../../../../extension/controller/process/sentError.ts';
import { Turnstile } from '../../../../extension/controller/process/turnstile.ts';
import { ApiError, TerminalError } from '../../../../extension/controller/api.ts';
import { ApiError as ServerError, ConnectionError } from '../../../../extension/kube/status.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('an allowance', () => {
  it('is for each second, and counts what is refused', async () => {
    const clock = new FakeClock();
    const allowance = new Allowance(() => clock.now(), 3);
    expect([1, 2, 3, 4, 5].map(() => allowance.take())).toEqual([true, true, true, false, false]);
    expect([allowance.takeRefused(), allowance.takeRefused()]).toEqual([2, 0]);
    await clock.advance(1000);
    expect([allowance.take(100), allowance.take()]).toEqual([true, false]); // the first, whatever it is
  });
});

describe('a turnstile', () => {
  it('lets so many through, and the others in their order', async () => {
    const turnstile = new Turnstile(2);
    const order: number[] = [];
    const enter = async (number: number): Promise<void> => {
      await turnstile.enter();
      order.push(number);
    };
    const all = [1, 2, 3, 4].map(enter);
    await Promise.all(all.slice(0, 2));
    expect(order).toEqual([1, 2]);
    turnstile.leave();
    await all[2];
    turnstile.leave();
    await all[3];
    expect(order).toEqual([1, 2, 3, 4]);
    turnstile.leave();
    turnstile.leave();
    expect(turnstile.enter()).toBeUndefined();
  });
});

describe('an error on its way', () => {
  it('stays what it is told apart by', () => {
    const refused = receiveError(sendRefusal(new ServerError({ code: 409, reason: 'AlreadyExists', message: 'it exists' })));
    expect(ApiError.is(refused, 409) && [refused.message, refused.reason, refused instanceof ApiError]).toEqual(['it exists', 'AlreadyExists', true]);
    const unanswered = receiveError(sendRefusal(new ConnectionError('reset', 'the connection broke', { server: 'https://x' })));
    expect(ApiError.is(unanswered, 0) && unanswered.reason).toBe('reset');
    expect(TerminalError.is(receiveError(sendError(new TerminalError('give up'))))).toBe(true);
    expect(receiveError(sendError(new RangeError('too far')))).toMatchObject({ name: 'RangeError', message: 'too far' });
    expect(receiveError(sendError(5)).message).toBe('threw 5, which is no Error');
  });

  it('is no longer than it may be', () => {
    const { message, stack } = sendError(new Error('x'.repeat(1e6)));
    expect([message.length < 9000, stack!.length < 9000]).toEqual([true, true]);
  });
});

describe('an object on its way', () => {
  it('leaves its managedFields behind, unread, and is itself left as it is', () => {
    const metadata = Object.defineProperty({ name: 'web', uid: 'u' }, 'managedFields', { get: () => expect.fail('was read'), enumerable: true });
    const object = { kind: 'Pod', metadata, spec: { a: 1 } };
    expect(sendable(object)).toEqual({ kind: 'Pod', metadata: { name: 'web', uid: 'u' }, spec: { a: 1 } });
    expect('managedFields' in object.metadata).toBe(true);
    const plain = { metadata: { name: 'x' } };
    expect(sendable(plain)).toBe(plain);
  });
});
