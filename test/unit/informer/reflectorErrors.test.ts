import { describe, expect, it } from 'vitest';
import { factsOf, isBrokenOpening, isWatchRetryable, listFailed, queueFull, ReflectorError, reportWatchError, retryAfterMs, veryShortWatch } from '../../../extension/informer/reflectorErrors.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';

const connection = (code: ConnectionError['code']): ConnectionError => new ConnectionError(code, `it is ${code}`, { server: 's' });
const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: 'no' });

describe('the errors of a Reflector', () => {
  it('are told apart by their codes, from each other and from any other error', () => {
    const error = veryShortWatch(12.4);
    expect([ReflectorError.is(error), ReflectorError.is(error, 'VeryShortWatch'), ReflectorError.is(error, 'ListFailed')]).toEqual([true, true, false]);
    expect([ReflectorError.is(forbidden), ReflectorError.is(new Error('x')), ReflectorError.is(undefined)]).toEqual([false, false, false]);
  });

  it('carry what they are about, in words and as data', () => {
    expect(veryShortWatch(12.4)).toMatchObject({
      name: 'ReflectorError',
      message: 'very short watch: it was closed after 12 ms without a single event',
      data: { lastedMs: 12.4 },
    });
    expect(queueFull(20_000)).toMatchObject({ message: expect.stringContaining('20000 deltas are queued'), data: { deltas: 20_000 } });
    expect(listFailed('v1/pods', forbidden)).toMatchObject({ message: 'failed to list v1/pods: no', data: { informer: 'v1/pods' }, cause: forbidden });
  });

  it('are told with a status where the server answered, with a code where it did not', () => {
    expect(factsOf(forbidden)).toEqual({ code: 403, reason: 'Forbidden', message: 'no' });
    expect(factsOf(connection('reset'))).toEqual({ code: 0, reason: 'reset', message: 'it is reset' });
    expect(factsOf(new Error('what?'))).toEqual({ code: 0, reason: 'Unknown', message: 'what?' });
  });

  it.each([
    ['R-14: expired', new ApiError({ code: 410, reason: 'Expired', message: 'too old' }), 'trace reflector: v1/pods: the watch has expired: too old'],
    ['R-14: broken', connection('timeout'), 'info reflector: v1/pods: the connection broke: it is timeout'],
    ['R-14: anything else', forbidden, 'error reflector: v1/pods: no'],
  ])('%s: a watch says it as a list does', (_, error, line) => {
    const logger = new RecordingLogger();
    reportWatchError('v1/pods', error, logger);
    expect(logger.lines).toEqual([line]);
  });

  it('R-34, T-02: which of them lead to another watch, and which count as one that closed', () => {
    const tooMany = new ApiError({ code: 429, reason: 'TooManyRequests' });
    const errors = [connection('refused'), tooMany, connection('reset'), connection('timeout'), connection('decode'), forbidden];
    expect(errors.map(isWatchRetryable)).toEqual([true, true, false, false, false, false]);
    expect(errors.map(isBrokenOpening)).toEqual([false, false, true, true, false, false]);
  });

  it('T-01: waits for as long as the server asks, within bounds, and for nothing that is no time', () => {
    const after = (seconds?: number): number => retryAfterMs(new ApiError({ code: 429, reason: 'TooManyRequests' }, seconds));
    expect([after(), after(0), after(-3), after(NaN), after(7), after(100_000)]).toEqual([0, 0, 0, 0, 7000, 300_000]);
    expect(retryAfterMs(connection('refused'))).toBe(0);
  });
});
