import { describe, expect, it } from 'vitest';
import { maskStatus } from '../../../extension/kube/maskStatus.ts';
import { ApiError, isTooLargeResourceVersion } from '../../../extension/kube/status.ts';

const hash = (value: string): string => Buffer.from(value).toString('hex').padEnd(8, '0');
const shown = (message: string): string => maskStatus({ message }, hash).message;

describe('what a server says of Secrets', () => {
  it.each([
    '',
    'too old resource version: 1 (2)',
    'The resourceVersion for the provided watch is too old.',
    'Timeout: Too large resource version: 9, current: 7',
    'secrets is forbidden: User "system:serviceaccount:d:x" cannot list resource "secrets" in API group "" at the cluster scope',
    'secrets "token" is forbidden: User "jane" cannot get resource "secrets" in API group "" in the namespace "d": RBAC: clusterrole.rbac.authorization.k8s.io "view" not found',
    'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
    'the server could not find the requested resource (list secrets)',
    'the server answered 503 ServiceUnavailable',
    'Unauthorized',
    'watch chan error: etcdserver: mvcc: required revision has been compacted',
    'Internal error occurred: rpc error: code = Unavailable desc = etcdserver: leader changed',
    'unable to decode an event from the watch stream: a frame is not valid JSON',
    'unable to decode an event from the watch stream: context deadline exceeded',
  ])('is shown where it is a phrase that quotes nothing: %s', (message) => {
    const status = { kind: 'Status', code: 410, message };
    expect(maskStatus(status, hash)).toBe(status);
  });

  it.each([
    ['hunter2', '<masked 7 bytes> #68756e74'],
    ['the password is hunter2', '<masked 23 bytes> #74686520'],
    ['Internal error occurred: cannot convert hunter2', 'Internal error occurred: <masked 22 bytes> #63616e6e'],
    ['unable to decode an event from the watch stream: unexpected "hunter2"', 'unable to decode an event from the watch stream: <masked 20 bytes> #756e6578'],
    ['too old resource version: 1 (2) hunter2', '<masked 39 bytes> #746f6f20'],
    ['too old resource version: 1 (2)\nhunter2', '<masked 39 bytes> #746f6f20'],
    ['the server answered 500 hunter', '<masked 30 bytes> #74686520'],
    ['secrets is forbidden: User "a" cannot list resource "secrets" in API group "" at the cluster scope: hunter2', '<masked 107 bytes> #73656372'],
  ])('is hidden beyond what is known: %s', (message, expected) => {
    expect(shown(message)).toBe(expected);
    expect(shown(message)).not.toContain('hunter');
  });

  it('may not quote in its reason or in its causes either', () => {
    const status = {
      code: 504,
      reason: 'hunter2',
      message: 'Timeout: Too large resource version: 9, current: 7',
      details: { name: 's', causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }, { reason: 'hunter2', message: 'hunter2', field: 'data' }, 'hunter2'] },
    };
    const maskedStatus = maskStatus(status, hash);
    expect(JSON.stringify(maskedStatus)).not.toContain('hunter2');
    expect(maskedStatus).toMatchObject({ code: 504, message: status.message, details: { name: 's', causes: [{ message: 'Too large resource version' }, { field: 'data' }] } });
    // What the Reflector goes by is still there.
    expect(isTooLargeResourceVersion(ApiError.fromObject({ kind: 'Status', ...maskedStatus }))).toBe(true);
  });

  it('is not slow to judge, however long it is', () => {
    const long = `${'Internal error occurred: Timeout: '.repeat(20_000)}x`;
    const started = performance.now();
    expect(shown(long)).toMatch(/<masked 1 bytes> #78/);
    expect(shown('the server redirects to '.repeat(20_000))).toMatch(/^<masked/);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
