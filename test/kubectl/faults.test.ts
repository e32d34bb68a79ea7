import { afterAll, beforeAll, expect, it } from 'vitest';
import { Kubectl } from './kubectl.ts';

/** kubectl stays in step with a playground that is broken in every way that it survives; what it does not survive, it ends at. */

const faults = [
  'kind=twoOnOneLine,resource=v1/configmaps,times=0',
  'kind=lag,resource=v1/configmaps,ms=200',
  'kind=slowAnswer,ms=50,rate=0.5,seed=3',
  'kind=noBookmarks',
  'kind=status,code=429,verb=list,retryAfter=1,times=2',
];

let kubectl: Kubectl;
beforeAll(async () => {
  kubectl = await Kubectl.start(['--churn', 'off', ...faults.flatMap((fault) => ['--fault', fault])]);
});
afterAll(async () => {
  expect(kubectl.complaints).toBe('');
  await kubectl.stop();
});

it('get -w: each change, once and in order, though events come late and two on a line', { timeout: 120_000 }, async () => {
  const { lines, stop } = kubectl.follow('get configmaps -w -o name');
  try {
    const next = async (): Promise<string> => String((await lines.next()).value).trim();
    const first = [await next(), await next()].map((line) => line.split(/\s+/).at(-1));
    expect(first.toSorted()).toEqual(['configmap/kube-root-ca.crt', 'configmap/web-content']);
    const changes: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      await kubectl.ok(`create configmap ${name}`);
      await kubectl.ok(`label configmap ${name} x=y`);
      await kubectl.ok(`delete configmap ${name} --wait=false`);
      changes.push(...Array.from({ length: 3 }, () => `configmap/${name}`)); // added, changed, deleted
    }
    const seen: string[] = [];
    while (seen.length < changes.length) seen.push(await next());
    expect(seen).toEqual(changes);
  } finally {
    stop();
  }
});
