import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gadgetDefinition } from '../support/customKinds.ts';
import { Kubectl } from './kubectl.ts';

let kubectl: Kubectl;
beforeAll(async () => {
  kubectl = await Kubectl.start(['--churn', 'off']);
});
afterAll(async () => {
  expect(kubectl.complaints).toBe('');
  await kubectl.stop();
});

const gadget = (spec: object, name = 'one'): string => JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name }, spec: { size: 'small', ...spec } });

describe('a kind that somebody brings', () => {
  it('is applied, waited for, and then known: api-resources, explain', async () => {
    const input = JSON.stringify(gadgetDefinition());
    expect(await kubectl.ok('apply --server-side -f -', { input })).toBe('customresourcedefinition.apiextensions.k8s.io/gadgets.example.com serverside-applied\n');
    expect(await kubectl.ok('wait --for=condition=Established crd/gadgets.example.com --timeout=30s')).toContain('condition met');
    expect(await kubectl.ok('apply --server-side -f -', { input })).toContain('serverside-applied');
    expect(await kubectl.ok('get crds --no-headers')).toMatch(/^gadgets\.example\.com +\d{4}-/);
    expect(await kubectl.ok('api-resources --api-group=example.com --no-headers')).toMatch(/^gadgets +gd +example\.com\/v1 +true +Gadget\n$/);
    expect(await kubectl.ok('explain gadget.spec.parts')).toContain('weight');
    expect(await kubectl.ok('get gadgets')).toBe('');
  });

  it('has its objects created, shown in its columns, applied, changed, scaled and deleted', async () => {
    expect(await kubectl.ok('create -f -', { input: gadget({ replicas: 2 }) })).toBe('gadget.example.com/one created\n');
    expect(await kubectl.ok('get gd')).toMatch(/^NAME +SIZE +AGE\none +small +\d+s\n$/);
    expect(await kubectl.ok('get gadget one -o wide --no-headers')).toMatch(/^one +small +2 +\d+s\n$/);
    expect(await kubectl.ok('get all -o name')).toContain('gadget.example.com/one');
    expect(await kubectl.ok('get gadgets --field-selector spec.size=small -o name')).toBe('gadget.example.com/one\n');
    expect(await kubectl.ok('apply -f -', { input: gadget({ order: ['b', 'a'] }, 'applied') })).toBe('gadget.example.com/applied created\n');
    expect(await kubectl.ok('apply -f -', { input: gadget({ order: ['b', 'a'] }, 'applied') })).toBe('gadget.example.com/applied unchanged\n');
    expect(await kubectl.ok('apply -f -', { input: gadget({ order: ['c'] }, 'applied') })).toBe('gadget.example.com/applied configured\n');
    expect(await kubectl.field('gadget applied', '{.spec.order} {.spec.replicas}')).toBe('["c"] 1');
    expect(await kubectl.ok('patch gadget one --type=merge -p {}', { apart: ['{"spec":{"tags":["x"]}}'] })).toContain('patched');
    expect(await kubectl.ok('patch gadget one --subresource=status --type=merge -p {}', { apart: ['{"status":{"phase":"Up"}}'] })).toContain('patched');
    expect(await kubectl.ok('scale gadget/one --replicas=4')).toBe('gadget.example.com/one scaled\n');
    expect(await kubectl.field('gadget one', '{.spec.replicas} {.spec.tags} {.status.phase} {.metadata.generation}')).toBe('4 ["x"] Up 3');
    expect(await kubectl.ok('label gadget one l=1')).toContain('labeled');
    expect(await kubectl.ok('describe gadget one')).toMatch(/Kind: +Gadget/);
    expect(await kubectl.ok('delete gadget one')).toBe('gadget.example.com "one" deleted\n');
  });

  it('is validated: by kubectl, and by the server', async () => {
    expect((await kubectl.run('create -f -', { input: gadget({ colour: 'red' }) })).err).toContain('strict decoding error: unknown field "spec.colour"');
    expect((await kubectl.run('create -f -', { input: gadget({ size: 'huge' }) })).err).toContain('spec.size: Unsupported value: "huge": supported values: "small", "large"');
    expect((await kubectl.run('apply --server-side -f -', { input: gadget({ replicas: 'two' }) })).err).toContain('spec.replicas in body must be of type integer');
  });

  it('is applied on the server by several', async () => {
    const apply = (manager: string, spec: object, more = '') => kubectl.run(`apply --server-side --field-manager=${manager}${more} -f -`, { input: gadget(spec, 'shared') });
    expect((await apply('me', { parts: [{ name: 'a', weight: 1 }], owner: { name: 'n' } })).status).toBe(0);
    expect((await apply('you', { parts: [{ name: 'b' }] })).status).toBe(0);
    expect(await kubectl.field('gadget shared', '{.spec.parts[*].name} {.spec.parts[*].weight}')).toBe('a b 1 5');
    expect((await apply('you', { owner: { name: 'm' } })).err).toContain('Apply failed with 1 conflict: conflict with "me": .spec.owner');
    expect((await apply('you', { owner: { name: 'm' } }, ' --force-conflicts')).status).toBe(0);
    expect(await kubectl.field('gadget shared', '{.spec.parts[*].name} {.spec.owner.name}')).toBe('a m');
  });

  it('is watched', async () => {
    const watch = kubectl.follow('get gadgets -w --no-headers --output-watch-events --field-selector metadata.name=watched');
    await kubectl.ok('create -f -', { input: gadget({}, 'watched') });
    expect((await watch.lines.next()).value).toMatch(/^ADDED +watched +small/);
    await kubectl.ok('delete gadget watched');
    expect((await watch.lines.next()).value).toMatch(/^DELETED +watched +small/);
    watch.stop();
  });

  it('goes with all of its objects', async () => {
    expect(await kubectl.ok('delete crd gadgets.example.com')).toContain('"gadgets.example.com" deleted');
    expect((await kubectl.run('get --raw /apis/example.com/v1/gadgets')).err).toContain('the server could not find the requested resource');
    expect(await kubectl.ok('api-versions')).not.toContain('example.com');
  });
});

it('Leases: created, and listed with their holder', async () => {
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'leader' }, spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' } };
  expect(await kubectl.ok('create -f -', { input: JSON.stringify(lease) })).toBe('lease.coordination.k8s.io/leader created\n');
  expect(await kubectl.ok('get leases --no-headers')).toMatch(/^leader +me +\d+s\n$/);
});
