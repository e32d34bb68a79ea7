import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kubectl } from './kubectl.ts';

/** What kubectl does, on every kind that is served: one process for all kinds at a time. */

let kubectl: Kubectl;
beforeAll(async () => {
  kubectl = await Kubectl.start(['--churn', 'off', '--speed', '10']);
});
afterAll(async () => {
  expect(kubectl.complaints).toBe('');
  await kubectl.stop();
});

const podSpec = (name: string, more: object = {}): object => ({ containers: [{ name, image: 'busybox' }], ...more });
const labelled = (app: string): object => ({ metadata: { labels: { app } }, spec: podSpec(app) });

/** Of each kind one, by the name under which kubectl tells of it. */
const objects: Readonly<Record<string, object>> = {
  'service/svc': { apiVersion: 'v1', spec: { selector: { app: 'x' }, ports: [{ port: 80, targetPort: 8080 }] } },
  'job.batch/job': { apiVersion: 'batch/v1', spec: { template: { spec: podSpec('c', { restartPolicy: 'Never' }) } } },
  'configmap/cm': { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } },
  'secret/sec': { apiVersion: 'v1', data: { a: 'MQ==' } },
  'lease.coordination.k8s.io/lease': { apiVersion: 'coordination.k8s.io/v1', spec: { holderIdentity: 'me', leaseDurationSeconds: 10 } },
  'endpointslice.discovery.k8s.io/slice': { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4', ports: [{ name: '', port: 80, protocol: 'TCP' }], endpoints: [{ addresses: ['10.1.2.3'] }] },
  'serviceaccount/acc': { apiVersion: 'v1', kind: 'ServiceAccount' },
  'pod/pod': { apiVersion: 'v1', spec: podSpec('c') },
  'deployment.apps/dep': { apiVersion: 'apps/v1', spec: { replicas: 1, selector: { matchLabels: { app: 'dep' } }, template: labelled('dep') } },
  'replicaset.apps/rs': { apiVersion: 'apps/v1', kind: 'ReplicaSet', spec: { replicas: 1, selector: { matchLabels: { app: 'rs' } }, template: labelled('rs') } },
  'namespace/space': { apiVersion: 'v1' },
  'node/machine': { apiVersion: 'v1' },
  'event/happened': { apiVersion: 'v1', involvedObject: { kind: 'Pod', namespace: 'default', name: 'pod' }, reason: 'Tested', type: 'Normal', message: 'm' },
  'role.rbac.authorization.k8s.io/role': { apiVersion: 'rbac.authorization.k8s.io/v1', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  'customresourcedefinition.apiextensions.k8s.io/widgets.example.com': {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }] },
  },
};
const names = Object.keys(objects);

function manifest(more: object = {}): string {
  const items = Object.entries(objects).map(([toldAs, object]) => {
    const [resource, name] = toldAs.split('/') as [string, string];
    const kind = resource.replace(/\..*/, '').replace(/^./, (letter) => letter.toUpperCase());
    return Object.assign({ kind, metadata: { name, ...more } }, object);
  });
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** What kubectl said of each object, by the object. */
function told(out: string): Record<string, string> {
  return Object.fromEntries(out.trim().split('\n').map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]));
}

const all = (words: string, of: readonly string[] = names): Record<string, string> => Object.fromEntries(of.map((name) => [name, words]));

describe('every kind', () => {
  it('is tried by the server, applied, found unchanged and without a difference', async () => {
    expect(told(await kubectl.ok('apply --dry-run=server -f -', { input: manifest() }))).toEqual(all('created (server dry run)'));
    expect(told(await kubectl.ok('apply -f -', { input: manifest() }))).toEqual(all('created'));
    expect(told(await kubectl.ok('apply -f -', { input: manifest() }))).toEqual(all('unchanged'));
    expect(await kubectl.run('diff -f -', { input: manifest() })).toMatchObject({ status: 0, out: '' });
  });

  it('is read: by name, as YAML, as a table, described', async () => {
    const input = manifest();
    expect((await kubectl.ok('get -f - -o name', { input })).trim().split('\n')).toEqual(names);
    expect((await kubectl.ok('get -f - -o yaml', { input })).match(/^ {2}kind: /gm)).toHaveLength(names.length);
    const table = await kubectl.ok('get -f -', { input });
    for (const columns of [/^NAME +TYPE +CLUSTER-IP +EXTERNAL-IP +PORT\(S\) +AGE$/m, /^NAME +STATUS +COMPLETIONS +DURATION +AGE$/m, /^NAME +HOLDER +AGE$/m, /^NAME +ADDRESSTYPE +PORTS +ENDPOINTS +AGE$/m, /^NAME +CREATED AT$/m]) expect(table).toMatch(columns);
    const described = await kubectl.ok('describe -f -', { input });
    for (const name of names) expect(described).toMatch(new RegExp(`^Name: +${name.split('/')[1]!}$`, 'm'));
  });

  it('is labelled, annotated, patched by each kind of patch', async () => {
    const input = manifest();
    expect(told(await kubectl.ok('label -f - x=y', { input }))).toEqual(all('labeled'));
    expect(told(await kubectl.ok('annotate -f - x=y', { input }))).toEqual(all('annotated'));
    expect(told(await kubectl.ok('patch -f - --type=merge -p {}', { input, apart: ['{"metadata":{"labels":{"merge":"y"}}}'] }))).toEqual(all('patched'));
    expect(told(await kubectl.ok('patch -f - --type=json -p {}', { input, apart: ['[{"op":"add","path":"/metadata/labels/json","value":"y"}]'] }))).toEqual(all('patched'));
    const builtIn = names.filter((name) => !name.startsWith('customresource'));
    expect(told((await kubectl.run('patch -f - -p {}', { input, apart: ['{"metadata":{"labels":{"strategic":"y"}}}'] })).out)).toMatchObject(all('patched', builtIn));
    const found = await kubectl.ok('get svc,jobs,cm,secrets,leases,endpointslices,sa,pods,deploy,rs,ns,nodes,events,roles -l x=y,merge=y,json=y,strategic=y -o name');
    expect(found.trim().split('\n')).toEqual(expect.arrayContaining(builtIn));
  });

  it('is applied on the server’s side, by its owner and against somebody else', async () => {
    expect(told(await kubectl.ok('apply --server-side -f -', { input: manifest() }))).toEqual(all('serverside-applied'));
    const label = (owner: string) => kubectl.run(`apply --server-side --field-manager=${owner} -f -`, { input: manifest({ labels: { owner } }) });
    expect(await label('one')).toMatchObject({ status: 0 });
    const { status, err } = await label('other');
    expect(status).toBe(1);
    expect(err.match(/conflict with "one": \.metadata\.labels\.owner/g)).toHaveLength(names.length);
  });

  it('is deleted, waited for, and not there any more', async () => {
    const input = manifest();
    expect((await kubectl.ok('delete -f - --timeout=50s', { input })).match(/ deleted$/gm)).toHaveLength(names.length);
    const { status, err } = await kubectl.run('get -f -', { input });
    expect(status, err).toBe(1);
    expect(err.match(/ "[\w.-]+" not found/g), err).toHaveLength(names.length);
  });
});

describe('nodes', () => {
  it('cordon, drain, uncordon, taint', async () => {
    expect(await kubectl.ok('cordon playground-worker')).toBe('node/playground-worker cordoned\n');
    expect(await kubectl.ok('get node playground-worker')).toMatch(/Ready,SchedulingDisabled/);
    expect(await kubectl.ok('drain playground-worker --ignore-daemonsets --delete-emptydir-data --force --timeout=50s')).toMatch(/node\/playground-worker drained\n$/);
    expect((await kubectl.run('get pods -A --field-selector spec.nodeName=playground-worker')).err).toContain('No resources found');
    await kubectl.ok('rollout status deployment/web --timeout=50s');
    expect(await kubectl.ok('uncordon playground-worker')).toBe('node/playground-worker uncordoned\n');
    expect(await kubectl.ok('taint nodes playground-worker a=b:NoSchedule')).toBe('node/playground-worker tainted\n');
    expect(await kubectl.field('node playground-worker', '{.spec.taints[*].key}')).toBe('a');
    expect(await kubectl.ok('taint nodes playground-worker a-')).toBe('node/playground-worker untainted\n');
  });
});

describe('typed commands', () => {
  it('create service of each type, serviceaccount, secrets of known types', async () => {
    for (const [words, said] of [
      ['service nodeport ports --tcp=80:80', 'service/ports created'],
      ['service externalname outside --external-name=x.example.com', 'service/outside created'],
      ['service loadbalancer balanced --tcp=80', 'service/balanced created'],
      ['serviceaccount robot', 'serviceaccount/robot created'],
      ['secret docker-registry pull --docker-server=a --docker-username=b --docker-password=c', 'secret/pull created'],
    ] as const) expect((await kubectl.ok(`create ${words}`)).trim()).toBe(said);
    const table = await kubectl.ok('get svc');
    expect(table).toMatch(/^outside +ExternalName +<none> +x\.example\.com +<none> /m);
    expect(table).toMatch(/^balanced +LoadBalancer +10\.96\.\d+\.\d+ +(<pending>|172\.19\.0\.\d+) +80:3\d{4}\/TCP /m);
    expect(await kubectl.field('secret pull', '{.type}')).toBe('kubernetes.io/dockerconfigjson');
  });

  it.skipIf(process.platform === 'win32')('edit: what cannot be is not written, and what is left as it was is no edit', async () => {
    const wrong = await kubectl.run('edit service web', { env: { KUBE_EDITOR: 'sed -i s/clusterIP:.*/clusterIP:.7/' } });
    expect(wrong).toMatchObject({ status: 1, err: expect.stringContaining('services "web" is invalid') as string });
    expect(await kubectl.run('edit service web', { env: { KUBE_EDITOR: 'true' } })).toMatchObject({ status: 0, out: '', err: 'Edit cancelled, no changes made.\n' });
  });

  it('explain knows the fields of every kind', async () => {
    expect(await kubectl.ok('explain service.spec.ports')).toMatch(/port\t<integer> -required-/);
    expect(await kubectl.ok('explain job.spec.template.spec.containers')).toContain('FIELD: containers <[]Container>');
    expect(await kubectl.ok('explain pod.spec.securityContext.runAsUser')).toContain('FIELD: runAsUser <integer>');
    expect(await kubectl.ok('explain pod.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.matchExpressions')).toContain('operator');
    expect(await kubectl.ok('explain job.spec.podFailurePolicy.rules')).toContain('onExitCodes');
    expect(await kubectl.ok('explain endpointslice')).toMatch(/addressType\t<string> -required-/);
  });
});

describe('what the playground does not have is refused, and nothing hangs', () => {
  it.each([
    ['top pods', 'Metrics API not available'],
    ['autoscale deployment web --max=3', 'the server could not find the requested resource'],
    ['logs deploy/web', 'simulated: nothing runs in their containers'],
    ['exec deploy/web -- ls', 'simulated: nothing runs in their containers'],
    ['attach deploy/web', 'simulated: nothing runs in their containers'],
    ['port-forward deploy/web 0:80', 'simulated: nothing runs in their containers'],
    ['create cronjob x --image=a --schedule=@daily', 'the server could not find the requested resource'],
  ])('%s', async (words, said) => {
    expect(await kubectl.run(words)).toMatchObject({ status: 1, err: expect.stringContaining(said) as string });
  });
});
