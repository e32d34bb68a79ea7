import { describe, expect, it } from 'vitest';
import {
  ApiError,
  ConnectionError,
  isExpired,
  isInternalError,
  isTooLargeResourceVersion,
  isTooManyRequests,
  type Status,
} from '../../../extension/kube/status.ts';

const error = (status: Status): ApiError => new ApiError(status);

describe('ApiError', () => {
  it('R-25: expired is told by its reason, Expired or Gone', () => {
    expect(isExpired(error({ code: 410, reason: 'Expired' }))).toBe(true);
    expect(isExpired(error({ code: 410, reason: 'Gone' }))).toBe(true);
    expect(isExpired(error({ code: 410 }))).toBe(false);
    expect(isExpired(new Error('Expired'))).toBe(false);
  });

  it.each<[string, Status, boolean]>([
    ['a cause of that type', { reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }, true],
    ['a timeout with a cause of that text', { reason: 'Timeout', details: { causes: [{ message: 'Too large resource version' }] } }, true],
    ['a timeout that says so', { reason: 'Timeout', message: 'Too large resource version: 9, current: 8' }, true],
    ['any other timeout', { reason: 'Timeout', message: 'etcd is slow' }, false],
    ['another error with that text', { reason: 'Invalid', message: 'Too large resource version' }, false],
  ])('R-25: too large: %s', (_name, status, expected) => {
    expect(isTooLargeResourceVersion(error(status))).toBe(expected);
  });

  it('R-41: an ERROR event’s object becomes its error', () => {
    expect(ApiError.fromObject({ kind: 'Status', code: 410, reason: 'Expired', message: 'too old' })).toMatchObject({ status: 410, reason: 'Expired', message: 'too old' });
    expect(ApiError.fromObject('what?')).toMatchObject({ status: 500, reason: 'InternalError' });
    expect(ApiError.fromObject({ kind: 'Pod' })).toMatchObject({ status: 500 });
  });

  it('knows how long to wait, whom it refuses, and whether it is its own fault', () => {
    expect(error({ code: 429, details: { retryAfterSeconds: 3 } }).retryAfterSeconds).toBe(3);
    expect(new ApiError({ code: 429 }, 7).retryAfterSeconds).toBe(7);
    expect(isTooManyRequests(error({ code: 429 }))).toBe(true);
    expect(isInternalError(error({ code: 500, reason: 'InternalError' }))).toBe(true);
    expect(isInternalError(error({ code: 500 }))).toBe(false);
    expect(ApiError.is(error({ code: 403 }), 403)).toBe(true);
    expect(ApiError.is(error({ code: 403 }), 404)).toBe(false);
    expect(ConnectionError.is(new ConnectionError('refused', 'no', { server: 's' }), 'refused')).toBe(true);
  });
});
