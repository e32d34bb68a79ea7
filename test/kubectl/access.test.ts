import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kubectl } from './kubectl.ts';

let kubectl: Kubectl;
beforeAll(async () => {
  kubectl = await Kubectl.start(['--churn', 'off']);
});
afterAll(async () => {
  expect(kubectl.complaints).toBe('');
  await kubectl.stop();
});

const as = (user: string, words: string): string => `--context playground-${user} ${words}`;

async function refusal(words: string): Promise<string> {
  const { status, err } = await kubectl.run(words);
  expect(status).toBe(1);
  return err.trim();
}

describe('the contexts of the kubeconfig', () => {
  it('are the admin, who is current, and three others', async () => {
    const contexts = await kubectl.ok('config get-contexts -o name');
    expect(contexts.trim().split('\n')).toEqual(['playground', 'playground-nobody', 'playground-reader', 'playground-team']);
    expect((await kubectl.ok('config current-context')).trim()).toBe('playground');
  });

  it.each([
    ['', 'playground', /system:masters/],
    ['--context playground-team ', 'playground-team', /\[system:authenticated\]/],
    ['--context playground-reader ', 'playground-reader', /\[system:authenticated\]/],
    ['--context playground-nobody ', 'playground-nobody', /\[system:authenticated\]/],
  ])('auth whoami %s', async (context, name, groups) => {
    const table = await kubectl.ok(`${context}auth whoami`);
    expect(table).toMatch(new RegExp(`^Username +${name}$`, 'm'));
    expect(table).toMatch(groups);
  });

  it('the team has its namespace, where it is, and no other', async () => {
    expect((await kubectl.ok(as('team', 'get pods -o name'))).trim().split('\n').length).toBeGreaterThan(3);
    await kubectl.ok(as('team', 'create configmap of-the-team'));
    expect(await refusal(as('team', 'get pods -n default'))).toBe(
      'Error from server (Forbidden): pods is forbidden: User "playground-team" cannot list resource "pods" in API group "" in the namespace "default"',
    );
    expect(await refusal(as('team', 'get nodes'))).toContain('cannot list resource "nodes" in API group "" at the cluster scope');
  });

  it('the reader reads everywhere, but no Secrets, and writes nothing', async () => {
    expect(await kubectl.ok(as('reader', 'get deployments -A -o name'))).toContain('deployment.apps/web');
    expect(await refusal(as('reader', 'get secrets'))).toContain('User "playground-reader" cannot list resource "secrets"');
    expect(await refusal(as('reader', 'delete deployment web'))).toBe(
      'Error from server (Forbidden): deployments.apps "web" is forbidden: User "playground-reader" cannot delete resource "deployments" in API group "apps" in the namespace "default"',
    );
  });

  it('nobody sees what there is, and none of it', async () => {
    expect(await kubectl.ok(as('nobody', 'api-resources -o name'))).toContain('pods');
    expect(await refusal(as('nobody', 'get pods'))).toContain('User "playground-nobody" cannot list resource "pods"');
  });

  it('a token that nobody has is asked for another one', async () => {
    expect(await refusal('get pods --token wrong')).toBe('error: You must be logged in to the server (Unauthorized)');
  });
});

describe('auth can-i', () => {
  it.each([
    ['create pods', 'yes'],
    [as('team', 'create pods'), 'yes'],
    [as('team', 'create pods -n default'), 'no'],
    [as('team', 'list pods -A'), 'no'],
    [as('reader', 'list pods -A'), 'yes'],
    [as('reader', 'get pods/log'), 'yes'],
    [as('reader', 'create pods'), 'no'],
    [as('nobody', 'get /version'), 'yes'],
    [as('nobody', 'get /metrics'), 'no'],
  ])('%s: %s', async (question, answer) => {
    const words = question.startsWith('--context') ? question.replace(/^(--context \S+) /, '$1 auth can-i ') : `auth can-i ${question}`;
    const { status, out } = await kubectl.run(words);
    expect([out.trim(), status]).toEqual([answer, answer === 'yes' ? 0 : 1]);
  });

  it('--list', async () => {
    const nobody = await kubectl.ok(as('nobody', 'auth can-i --list'));
    expect(nobody).toMatch(/^selfsubjectaccessreviews\.authorization\.k8s\.io +\[\] +\[\] +\[create\]$/m);
    expect(nobody).not.toContain('pods');
    expect(await kubectl.ok(as('team', 'auth can-i --list'))).toMatch(/^pods +\[\] +\[\] +\[.*create.*\]$/m);
    expect(await kubectl.ok('auth can-i --list')).toMatch(/^\*\.\* +\[\] +\[\] +\[\*\]$/m);
  });
});

describe('roles', () => {
  it('create role, rolebinding: what they give somebody, until they are taken away', async () => {
    expect(await refusal('get pods --as jane')).toContain('User "jane" cannot list resource "pods"');
    await kubectl.ok('create role pod-reader --verb=get,list,watch --resource=pods,pods/log');
    await kubectl.ok('create rolebinding jane --role=pod-reader --user=jane');
    expect(await kubectl.ok('get pods --as jane -o name')).toContain('pod/web-');
    expect(await kubectl.ok('describe role pod-reader')).toMatch(/^ +pods\/log +\[\] +\[\] +\[get list watch\]$/m);
    expect(await kubectl.ok('get rolebindings jane -o wide')).toMatch(/^jane +Role\/pod-reader +\d+s +jane/m);
    expect(await refusal('get pods -n shop --as jane')).toContain('in the namespace "shop"');
    await kubectl.ok('delete rolebinding jane');
    expect(await refusal('get pods --as jane')).toContain('User "jane" cannot list resource "pods"');
  });

  it('create clusterrole, clusterrolebinding: for a group, by name, of paths', async () => {
    await kubectl.ok('create clusterrole one-node --verb=get --resource=nodes --resource-name=playground-worker');
    await kubectl.ok('create clusterrole metrics --verb=get --non-resource-url=/metrics');
    await kubectl.ok('create clusterrolebinding one-node --clusterrole=one-node --group=ops');
    expect(await kubectl.ok('get node playground-worker --as joe --as-group ops -o name')).toBe('node/playground-worker\n');
    expect(await refusal('get node playground-worker2 --as joe --as-group ops')).toContain('nodes "playground-worker2" is forbidden');
    expect(await refusal('get node playground-worker --as joe')).toContain('nodes "playground-worker" is forbidden');
  });

  it('apply, auth reconcile and edit of one by its owner', async () => {
    const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: applied, namespace: default }\nrules:\n- { apiGroups: [""], resources: [pods], verbs: [get] }\n';
    expect(await kubectl.ok('apply -f -', { input: role })).toContain('role.rbac.authorization.k8s.io/applied created');
    expect(await kubectl.ok('apply -f -', { input: role.replace('[get]', '[get, list]') })).toContain('configured');
    expect(await kubectl.ok('apply --server-side --force-conflicts -f -', { input: role })).toContain('serverside-applied');
    expect(await kubectl.ok('auth reconcile -f -', { input: role.replace('[get]', '[watch]') })).toContain('role.rbac.authorization.k8s.io/applied reconciled');
    expect(await kubectl.field('role applied', '{.rules[*].verbs[*]}')).toBe('get watch');
  });

  it('nobody gives what they do not have', async () => {
    const { err } = await kubectl.run(as('team', 'create rolebinding too-much --clusterrole=cluster-admin --user=jane'));
    expect(err).toContain('is attempting to grant RBAC permissions not currently held');
    await kubectl.ok(as('team', 'create rolebinding enough --clusterrole=view --user=jane'));
  });
});

describe('ServiceAccounts', () => {
  it('are in every namespace, are made, impersonated, and given tokens', async () => {
    expect(await kubectl.ok('get serviceaccounts -A --no-headers')).toMatch(/^shop +default +0 /m);
    await kubectl.ok('create serviceaccount robot -n shop');
    await kubectl.ok('create rolebinding robot -n shop --clusterrole=view --serviceaccount=shop:robot');
    const pods = await kubectl.ok('get pods -n shop -o name');
    expect(await kubectl.ok('get pods -n shop -o name --as system:serviceaccount:shop:robot')).toBe(pods);
    const token = (await kubectl.ok('create token robot -n shop --duration=1h')).trim();
    expect(await kubectl.ok(`auth whoami --token ${token}`)).toMatch(/^Username +system:serviceaccount:shop:robot$/m);
    expect(await kubectl.ok(`get pods -n shop -o name --token ${token}`)).toBe(pods);
    await kubectl.ok('delete serviceaccount robot -n shop');
    expect(await refusal(`get pods -n shop --token ${token}`)).toContain('Unauthorized');
  });
});
