import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

function manifest({ name = 'demo', image = 'nginx:1.25', replicas = 2, field = 'replicas' } = {}): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  ${field}: ${replicas}
  selector:
    matchLabels: { app: ${name} }
  template:
    metadata:
      labels: { app: ${name} }
    spec:
      containers:
      - name: c
        image: ${image}
        ports:
        - containerPort: 80
`;
}

describe('what there is', () => {
  it('version, api-versions, api-resources, explain', async () => {
    expect(await kubectl.ok('version')).toMatch(/Server Version: v1\.\d+\.\d+-playground/);
    expect((await kubectl.ok('api-versions')).trim().split('\n')).toEqual(['apiextensions.k8s.io/v1', 'apps/v1', 'authentication.k8s.io/v1', 'authorization.k8s.io/v1', 'batch/v1', 'coordination.k8s.io/v1', 'discovery.k8s.io/v1', 'flowcontrol.apiserver.k8s.io/v1', 'rbac.authorization.k8s.io/v1', 'scheduling.k8s.io/v1', 'v1']);
    const resources = await kubectl.ok('api-resources -o name');
    expect(resources.trim().split('\n')).toEqual(expect.arrayContaining(['pods', 'configmaps', 'deployments.apps', 'replicasets.apps']));
    expect(await kubectl.ok('api-resources --no-headers')).toMatch(/^deployments +deploy +apps\/v1 +true +Deployment$/m);
    expect(await kubectl.ok('explain deployment.spec.template.spec.containers.ports')).toContain('containerPort');
  });

  it('get: a table, wide, of one namespace, of all, by selectors, in pages', async () => {
    const table = await kubectl.ok('get deployments');
    expect(table).toMatch(/^NAME +READY +UP-TO-DATE +AVAILABLE +AGE$/m);
    expect(table).toMatch(/^web +3\/3 +3 +3 +26h$/m);
    expect(await kubectl.ok('get deploy web -o wide')).toMatch(/nginx +nginx:1\.25 +app=web/);
    const all = await kubectl.ok('get pods -A --no-headers');
    expect(all.trim().split('\n')).toHaveLength(23);
    expect(await kubectl.ok('get pods -A --no-headers --chunk-size=4')).toBe(all);
    expect((await kubectl.ok('get pods -A -l {} -o name', { apart: ['app in (web,cart),!none'] })).trim().split('\n')).toHaveLength(5);
    expect(await kubectl.ok('get pods -A --field-selector spec.nodeName=playground-control-plane -o name')).toContain('pod/etcd-playground-control-plane');
    expect(await kubectl.ok('get all')).toContain('deployment.apps/web');
    expect(await kubectl.ok('get nodes,ns,cm,secrets,events,rs')).toContain('node/playground-worker');
    expect(await kubectl.ok('get pods --sort-by=.metadata.name -o custom-columns=N:.metadata.name --no-headers')).toMatch(/^web-/);
  });

  it('get -o yaml, describe', async () => {
    const yaml = await kubectl.ok('get deploy web -o yaml');
    expect(yaml).toMatch(/^apiVersion: apps\/v1\nkind: Deployment\n/);
    expect(yaml).toContain('image: nginx:1.25');
    const described = await kubectl.ok('describe deployment web');
    expect(described).toContain('3 desired | 3 updated | 3 total | 3 available | 0 unavailable');
    expect(described).toMatch(/NewReplicaSet: +web-\w+ \(3\/3 replicas created\)/);
    expect(described).toContain('ScalingReplicaSet');
    expect(await kubectl.ok('describe pods -l app=web')).toMatch(/Controlled By: +ReplicaSet\/web-/);
    expect(await kubectl.ok('describe node playground-worker')).toContain('KubeletReady');
    expect(await kubectl.ok('describe secret web-credentials')).toMatch(/password: +20 bytes/);
  });

  it('auth can-i, and health', async () => {
    expect(await kubectl.ok('auth can-i delete pods')).toBe('yes\n');
    expect(await kubectl.ok('get --raw /readyz')).toBe('ok');
  });

  it('says what it does not have', async () => {
    expect(await kubectl.run('get endpoints')).toMatchObject({ status: 1, err: expect.stringContaining('the server doesn\'t have a resource type "endpoints"') as string });
    expect(await kubectl.run('get pod none')).toMatchObject({ status: 1, err: 'Error from server (NotFound): pods "none" not found\n' });
    expect((await kubectl.run('get pods --field-selector spec.image=x')).err).toContain('field label not supported: spec.image');
  });
});

describe('changing things', () => {
  it('create -f: validates by the server, defaults, refuses what is there', async () => {
    const misspelt = await kubectl.run('create -f -', { input: manifest({ field: 'replcas' }) });
    expect(misspelt.status).toBe(1);
    expect(misspelt.err).toContain('strict decoding error: unknown field "spec.replcas"');
    expect((await kubectl.run('create --validate=warn -f - --dry-run=server', { input: manifest({ field: 'replcas' }) })).err).toContain('Warning: unknown field "spec.replcas"');
    expect(await kubectl.ok('create -f -', { input: manifest() })).toBe('deployment.apps/demo created\n');
    expect((await kubectl.run('create -f -', { input: manifest() })).err).toContain('deployments.apps "demo" already exists');
    expect(await kubectl.field('deploy demo', '{.spec.strategy.type} {.spec.template.spec.containers[0].imagePullPolicy}')).toBe('RollingUpdate IfNotPresent');
  });

  it('create -f of a file of several documents', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'kubectl-file-')), 'x.yaml');
    await writeFile(file, ['one', 'two'].map((name) => `# of a file\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: from-file-${name}\ndata:\n  text: |\n    a\n    b\n`).join('---\n'));
    expect(await kubectl.ok('create -f {}', { apart: [file] })).toBe('configmap/from-file-one created\nconfigmap/from-file-two created\n');
    expect(await kubectl.field('configmap from-file-two', '{.data.text}')).toBe('a\nb\n');
    expect(await kubectl.ok('delete -f {}', { apart: [file] })).toMatch(/"from-file-one" deleted[^]*"from-file-two" deleted/);
    await rm(path.dirname(file), { recursive: true });
  });

  it('get flowschemas, prioritylevelconfigurations, priorityclasses', async () => {
    expect(await kubectl.ok('get flowschemas')).toMatch(/^service-accounts +workload-low +9000 +ByUser +\S+ +False$/m);
    expect(await kubectl.ok('get prioritylevelconfigurations')).toMatch(/^leader-election +Limited +10 +16 +4 +50 +\S+$/m);
    expect((await kubectl.run('delete flowschema exempt')).err).toContain('cannot be changed by objects');
    expect(await kubectl.ok('create priorityclass dear --value=10 --description=dear')).toContain('priorityclass.scheduling.k8s.io/dear created');
    expect(await kubectl.ok('get pc')).toMatch(/^dear +10 +false/m);
  });

  it('set image, scale, label, annotate, set env', async () => {
    expect(await kubectl.ok('set image deployment/web nginx=nginx:1.26')).toBe('deployment.apps/web image updated\n');
    expect(await kubectl.field('deploy web', '{.spec.template.spec.containers[*].image} {.metadata.generation}')).toBe('nginx:1.26 3');
    expect(await kubectl.ok('scale deployment/demo --replicas=5')).toBe('deployment.apps/demo scaled\n');
    expect(await kubectl.ok('scale deployment/demo --current-replicas=5 --replicas=4')).toBe('deployment.apps/demo scaled\n');
    expect((await kubectl.run('scale deployment/demo --current-replicas=5 --replicas=3')).err).toContain('Expected replicas to be 5, was 4');
    expect(await kubectl.ok('label deployment demo tier=front')).toBe('deployment.apps/demo labeled\n');
    expect(await kubectl.ok('annotate deployment demo note=x')).toBe('deployment.apps/demo annotated\n');
    expect(await kubectl.ok('set env deployment/demo A=B')).toBe('deployment.apps/demo env updated\n');
    expect(await kubectl.field('deploy demo', '{.spec.replicas} {.metadata.labels.tier} {.metadata.annotations.note} {.spec.template.spec.containers[0].env[0].value}')).toBe('4 front x B');
  });

  it('patch: strategic, merge, JSON', async () => {
    await kubectl.ok('patch deployment demo -p {}', { apart: ['{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"i:1"}]}}}}'] });
    expect(await kubectl.field('deploy demo', '{.spec.template.spec.containers[*].name}')).toBe('side c');
    await kubectl.ok('patch deployment demo --type=merge -p {}', { apart: ['{"spec":{"minReadySeconds":7}}'] });
    await kubectl.ok('patch deployment demo --type=json -p {}', { apart: ['[{"op":"remove","path":"/spec/template/spec/containers/0"}]'] });
    expect(await kubectl.field('deploy demo', '{.spec.template.spec.containers[*].name} {.spec.minReadySeconds}')).toBe('c 7');
    const failing = await kubectl.run('patch deployment demo --type=json -p {}', { apart: ['[{"op":"test","path":"/spec/minReadySeconds","value":8}]'] });
    expect(failing).toMatchObject({ status: 1, err: expect.stringContaining('test at /spec/minReadySeconds') as string });
    await kubectl.ok('patch deployment demo --subresource=status --type=merge -p {}', { apart: ['{"status":{"collisionCount":1}}'] });
    expect(await kubectl.field('deploy demo', '{.status.collisionCount}')).toBe('1');
  });

  it('replace, also of a version that is no longer the latest', async () => {
    const read = await kubectl.ok('get deploy demo -o yaml');
    expect(await kubectl.ok('replace -f -', { input: manifest({ replicas: 1 }) })).toBe('deployment.apps/demo replaced\n');
    const stale = await kubectl.run('replace -f -', { input: read });
    expect(stale).toMatchObject({ status: 1, err: expect.stringContaining('the object has been modified') as string });
    expect((await kubectl.run('replace -f -', { input: manifest({ name: 'none' }) })).err).toContain('deployments.apps "none" not found');
  });

  it('apply on the client’s side: created, unchanged, configured, pruned', async () => {
    const input = manifest({ name: 'applied' });
    expect(await kubectl.ok('apply -f -', { input })).toBe('deployment.apps/applied created\n');
    expect(await kubectl.ok('apply -f -', { input })).toBe('deployment.apps/applied unchanged\n');
    expect(await kubectl.ok('apply -f -', { input: manifest({ name: 'applied', image: 'nginx:1.27' }) })).toBe('deployment.apps/applied configured\n');
    expect(await kubectl.field('deploy applied', '{.spec.template.spec.containers[0].image}')).toBe('nginx:1.27');
    expect((await kubectl.run('diff -f -', { input: manifest({ name: 'applied', image: 'nginx:1.28' }) })).out).toContain('+      - image: nginx:1.28');
  });

  it('apply on the server’s side: created, conflicts with who wrote otherwise, taken over by force', async () => {
    const apply = (words: string, replicas: number, image?: string) => kubectl.run(`apply --server-side${words} -f -`, { input: manifest({ name: 'server-side', replicas, ...(image && { image }) }) });
    expect(await apply('', 2)).toMatchObject({ status: 0, out: 'deployment.apps/server-side serverside-applied\n', err: '' });
    expect(await kubectl.ok('scale deployment/server-side --replicas=5')).toContain('scaled');
    const refused = await apply('', 3);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('Apply failed with 1 conflict: conflict with "kubectl" with subresource "scale" using apps/v1: .spec.replicas');
    expect(await apply(' --force-conflicts', 3)).toMatchObject({ status: 0 });
    expect(await apply(' --field-manager=other', 3, 'nginx:1.28')).toMatchObject({ status: 1, err: expect.stringContaining('conflict with "kubectl": .spec.template.spec.containers[name="c"].image') as string });
    expect(await apply(' --dry-run=server', 4)).toMatchObject({ status: 0, out: 'deployment.apps/server-side serverside-applied (server dry run)\n' });
    expect(await kubectl.field('deploy server-side', '{.spec.replicas} {.metadata.managedFields[*].operation}')).toMatch(/^3 Apply/);
    expect((await kubectl.run('diff --server-side -f -', { input: manifest({ name: 'server-side', replicas: 6 }) })).out).toContain('+  replicas: 6');
  });

  it('apply on the server’s side what was applied on the client’s: kubectl hands the fields over', async () => {
    expect(await kubectl.ok('apply -f -', { input: manifest({ name: 'moved', replicas: 2 }) })).toContain('created');
    for (const replicas of [2, 4]) {
      expect(await kubectl.run('apply --server-side -f -', { input: manifest({ name: 'moved', replicas }) })).toMatchObject({ status: 0, err: '' });
    }
    expect(await kubectl.field('deploy moved', '{.spec.replicas} {.metadata.managedFields[?(@.manager=="kubectl")].operation}')).toBe('4 Apply');
    expect(await kubectl.field('deploy moved', '{.metadata.managedFields[?(@.manager=="kubectl-client-side-apply")].operation}')).toBe('');
  });

  it.skipIf(process.platform === 'win32')('edit', async () => {
    expect(await kubectl.ok('edit deployment applied', { env: { KUBE_EDITOR: 'sed -i s/nginx:1.27/nginx:1.29/' } })).toBe('deployment.apps/applied edited\n');
    expect(await kubectl.field('deploy applied', '{.spec.template.spec.containers[0].image}')).toBe('nginx:1.29');
  });

  it('create by typed commands, which speak protobuf', async () => {
    expect(await kubectl.ok('create namespace team')).toBe('namespace/team created\n');
    expect(await kubectl.ok('create configmap settings -n team --from-literal=a=1')).toBe('configmap/settings created\n');
    expect(await kubectl.ok('create secret generic login -n team --from-literal=user=me')).toBe('secret/login created\n');
    expect(await kubectl.ok('create deployment app -n team --image=nginx:1.25 --replicas=2 --port=80')).toBe('deployment.apps/app created\n');
    expect(await kubectl.field('secret login -n team', '{.data.user}')).toBe('bWU=');
    expect(await kubectl.field('deploy app -n team', '{.spec.replicas} {.spec.template.spec.containers[0].ports[0].containerPort}')).toBe('2 80');
    expect((await kubectl.run('create configmap settings -n nowhere')).err).toContain('namespaces "nowhere" not found');
  });

  it('run, wait for it, delete it, wait for that', async () => {
    expect(await kubectl.ok('run one --image=busybox')).toBe('pod/one created\n');
    expect(await kubectl.ok('wait --for=condition=Ready pod/one --timeout=30s')).toBe('pod/one condition met\n');
    expect(await kubectl.field('pod one', '{.status.phase} {.spec.nodeName}')).toMatch(/^Running playground-worker/);
    const waiting = kubectl.follow('wait --for=delete pod/one --timeout=30s -v=6');
    await waiting.untilSaid('watch=true');
    expect(await kubectl.ok('delete pod one')).toBe('pod "one" deleted\n');
    expect((await waiting.lines.next()).value).toBe('pod/one condition met');
  });

  it('delete: with what belongs to it, without, by labels, a namespace with all that is in it', async () => {
    expect(await kubectl.ok('delete deployment demo --cascade=foreground')).toContain('deployment.apps "demo" deleted');
    expect(await kubectl.ok('delete deployment web --cascade=orphan')).toContain('deployment.apps "web" deleted');
    expect(await kubectl.ok('get rs -l app=web -o jsonpath={.items[*].kind}{.items[*].metadata.ownerReferences}')).toMatch(/^ReplicaSet( ReplicaSet)+$/);
    expect(await kubectl.ok('delete rs -l app=web')).toMatch(/deleted\n.*deleted\n/);
    await kubectl.ok('wait --for=delete pods -l app=web --timeout=30s');
    expect(await kubectl.ok('delete namespace team')).toContain('namespace "team" deleted');
    expect((await kubectl.run('get namespace team')).err).toContain('not found');
    expect((await kubectl.run('delete namespace default')).err).toContain('this namespace may not be deleted');
  });
});

it('get -w: what is there, and then what happens', async () => {
  const watch = kubectl.follow('get configmaps -n kube-public -w --no-headers');
  const { lines } = watch;
  const next = async (): Promise<string> => String((await lines.next()).value).replace(/ +/g, ' ');
  expect(await next()).toMatch(/^kube-root-ca\.crt 1 35d/);
  await kubectl.ok('create configmap seen -n kube-public');
  expect(await next()).toMatch(/^seen 0 [01]s/);
  await kubectl.ok('patch configmap seen -n kube-public -p {}', { apart: ['{"data":{"a":"1"}}'] });
  expect(await next()).toMatch(/^seen 1 \d+s/);
  await kubectl.ok('delete configmap seen -n kube-public');
  expect(await next()).toMatch(/^seen 1 \d+s/);
  watch.stop();
});

it('get -w -o yaml: whole objects, deletions too', async () => {
  const watch = kubectl.follow('get configmaps -n kube-node-lease -w --output-watch-events -o name');
  const { lines } = watch;
  expect((await lines.next()).value).toContain('configmap/kube-root-ca.crt');
  await kubectl.ok('create configmap seen -n kube-node-lease');
  expect((await lines.next()).value).toContain('configmap/seen');
  watch.stop();
});
