import { expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';

const lease = (spec: object): object => ({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'leader' }, spec });

it('are created, taken over only by whoever read the newest version, and listed with their holder', async () => {
  const harness = new PlaygroundHarness();
  const spec = { holderIdentity: 'one', leaseDurationSeconds: 15, acquireTime: '2026-01-01T00:00:00.000000Z', renewTime: '2026-01-01T00:00:05.123456Z', leaseTransitions: 0 };
  const created = await harness.ask('POST', leases, { body: lease(spec) });
  expect([created.status, created.json.spec]).toEqual([201, spec]);

  const take = (holderIdentity: string): object => ({ ...created.json, spec: { ...spec, holderIdentity, leaseTransitions: 1 } });
  expect((await harness.ask('PUT', `${leases}/leader`, { body: take('two') })).json.spec.holderIdentity).toBe('two');
  expect((await harness.ask('PUT', `${leases}/leader`, { body: take('three') })).json).toMatchObject({ code: 409, reason: 'Conflict' });

  const table = await harness.ask('GET', `${leases}/leader`, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
  expect(table.json.rows[0].cells.slice(0, 2)).toEqual(['leader', 'two']);
});

it.each([
  [{ leaseDurationSeconds: 0 }, 422],
  [{ leaseTransitions: -1 }, 422],
  [{ renewTime: '2026-01-01T00:00:05Z' }, 400],
  [{ renewTime: '2026-01-01T00:00:05.123Z' }, 400],
])('%j: %i', async (spec, code) => {
  expect((await new PlaygroundHarness().ask('POST', leases, { body: lease(spec) })).status).toBe(code);
});
