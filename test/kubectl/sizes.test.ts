import { afterAll, beforeAll, expect, it } from 'vitest';
import { Kubectl } from './kubectl.ts';

/** What is too large is told by kubectl in the words of a kube-apiserver, and is not there afterwards. */

let kubectl: Kubectl;
beforeAll(async () => {
  kubectl = await Kubectl.start(['--churn', 'off']);
});
afterAll(async () => {
  expect(kubectl.complaints).toBe('');
  await kubectl.stop();
});

const mebibyte = 1024 * 1024;
const text = (bytes: number): string => 'x'.repeat(bytes);
const configMap = (name: string, bytes: number): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: text(bytes) } });
const secret = (name: string, bytes: number): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData: { a: text(bytes) } });
const pod = (name: string, bytes: number): object => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers: [{ name: 'c', image: 'i', args: [text(bytes)] }] } });

const send = (verb: 'create' | 'apply' | 'apply --server-side', object: object) => kubectl.run(`${verb} -f -`, { input: JSON.stringify(object) });

it('a mebibyte of data is taken', { timeout: 60_000 }, async () => {
  expect((await send('create', configMap('fits', mebibyte))).out).toBe('configmap/fits created\n');
  expect((await send('create', secret('fits', mebibyte))).out).toBe('secret/fits created\n');
});

it.each([
  ['create', configMap('large', mebibyte + 1), 'The ConfigMap "large" is invalid: []: Too long: must have at most 1048576 bytes\n'],
  ['create', secret('large', mebibyte + 1), 'The Secret "large" is invalid: data: Too long: must have at most 1048576 bytes\n'],
  ['apply --server-side', configMap('large', mebibyte + 1), 'The ConfigMap "large" is invalid: []: Too long: must have at most 1048576 bytes\n'],
  // What was applied last is kept in an annotation.
  ['apply', configMap('large', mebibyte / 2), 'The ConfigMap "large" is invalid: metadata.annotations: Too long: must have at most 262144 bytes\n'],
  ['create', pod('large', 1.6 * mebibyte), 'Error from server: error when creating "STDIN": etcdserver: request is too large\n'],
] as const)('one byte more is not: %s', { timeout: 60_000 }, async (verb, object, said) => {
  const { status, out, err } = await send(verb, object);
  expect([status, out, err]).toEqual([1, '', said]);
  expect(await kubectl.ok('get configmaps,secrets,pods -o name')).not.toContain('/large');
});
