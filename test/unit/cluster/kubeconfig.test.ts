import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { english } from '../../../extension/base/saying.ts';
import { kubeconfigPaths, loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { KubeconfigError } from '../../../extension/cluster/kubeconfigError.ts';
import { selectContext } from '../../../extension/cluster/selectContext.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const none = { env: {}, home: '/nowhere' };

async function load(text: string) {
  return loadKubeconfig({ ...none, path: await folder.write('config', text) });
}

async function failure(promise: Promise<unknown>): Promise<KubeconfigError> {
  const error = await promise.then(() => undefined, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(KubeconfigError);
  return error as KubeconfigError;
}

const good = `
apiVersion: v1
kind: Config
current-context: one
clusters: [{name: c, cluster: {server: 'https://10.0.0.1:6443'}}]
users: [{name: u, user: {token: abc}}]
contexts: [{name: one, context: {cluster: c, user: u, namespace: shop}}]
`;

describe('where the kubeconfig is', () => {
  it('takes the chosen file alone, relative to where the person stands', () => {
    expect(kubeconfigPaths({ path: 'a/config', env: { KUBECONFIG: '/b' }, home: '/h', cwd: '/here' })).toEqual(['/here/a/config']);
  });

  it('K3: takes the files of KUBECONFIG, each once, in their order', () => {
    expect(kubeconfigPaths({ env: { KUBECONFIG: '/a::b:/a' }, home: '/h', cwd: '/here', delimiter: ':' })).toEqual(['/a', '/here/b']);
  });

  it('K3: takes a KUBECONFIG of separators alone for none, and no other file in its place, as kubectl does', async () => {
    const place = { env: { KUBECONFIG: ':' }, home: '/h', delimiter: ':' };
    expect(kubeconfigPaths(place)).toEqual([]);
    await expect(loadKubeconfig(place)).rejects.toThrow('There is no kubeconfig: KUBECONFIG names no file. Correct it, or choose a file.');
  });

  it('K3: splits KUBECONFIG at semicolons where the platform does', () => {
    expect(kubeconfigPaths({ env: { KUBECONFIG: '/a;/b' }, home: '/h', delimiter: ';' })).toEqual(['/a', '/b']);
  });

  it('falls back to the default place', () => {
    expect(kubeconfigPaths({ env: { KUBECONFIG: '' }, home: '/h' })).toEqual([join('/h', '.kube', 'config')]);
  });
});

describe('what a kubeconfig says', () => {
  it('gives contexts with cluster, user, namespace and server', async () => {
    const kubeconfig = await load(good);
    expect(kubeconfig.currentContext).toBe('one');
    expect(kubeconfig.contexts).toEqual([{ name: 'one', cluster: 'c', user: 'u', namespace: 'shop', server: 'https://10.0.0.1:6443' }]);
  });

  it.each([
    ['an empty file', ''],
    ['comments only', '# nothing here\n# yet\n'],
    ['null', 'null'],
    ['an explicit empty document', '---\n'],
    ['null sections', 'apiVersion: v1\nkind: Config\nclusters: null\nusers: null\ncontexts: null\ncurrent-context: ""\n'],
  ])('K1: %s has no contexts', async (_name, text) => {
    const kubeconfig = await load(text);
    expect(kubeconfig.contexts).toEqual([]);
    expect(() => selectContext(kubeconfig)).toThrow(/There is no context in .*config/);
  });

  it('K2: of several files the first to define a name wins, whole', async () => {
    const a = await folder.write('a', 'users: [{name: u, user: {token: a}}]\ncurrent-context: x\n');
    const b = await folder.write('b', `users: [{name: u, user: {token: b, username: eve}}]\n${good.replace('users', 'ignored')}`);
    const kubeconfig = await loadKubeconfig({ env: { KUBECONFIG: `${a}:${b}` }, home: '/h', delimiter: ':' });
    expect(kubeconfig.users.get('u')).toMatchObject({ token: 'a', username: undefined });
    expect(kubeconfig.currentContext).toBe('x');
    expect(kubeconfig.contexts.map((context) => context.name)).toEqual(['one']);
    expect(kubeconfig.paths).toEqual([a, b]);
  });

  it('K3: missing files of several are skipped', async () => {
    const b = await folder.write('b', good);
    const kubeconfig = await loadKubeconfig({ env: { KUBECONFIG: `/not/there:${b}` }, home: '/h', delimiter: ':' });
    expect(kubeconfig.paths).toEqual([b]);
  });

  it('K4: says of a name that is a number that it wants quotes, not that it is missing', async () => {
    const named = (context: string, cluster: string): string => `
clusters: [{name: "123456789012", cluster: {server: "https://10.0.0.1"}}]
contexts: [{name: ${context}, context: {cluster: ${cluster}}}]
current-context: c
`;
    const parsed = await load(named('c', '123456789012'));
    expect(() => selectContext(parsed)).toThrow(/^The context "c" in \S+ has a field "cluster" that is not text: put it in quotes\. Correct it, or choose another context\.$/);
    const numbered = await load(named('123456789012', '"123456789012"'));
    expect(() => selectContext(numbered)).toThrow(/^There is no context that can be used: \S+: the name of contexts\[0\] is not text: put it in quotes\. Correct it, or choose another kubeconfig\.$/);
  });

  it('K4: a broken entry does not take the others down', async () => {
    const kubeconfig = await load(`${good}
users2: []
`.replace('clusters: [', 'clusters: [{name: empty, cluster: {}}, {name: nothing}, null, 7, {cluster: {server: x}}, '));
    expect(selectContext(kubeconfig).server.href).toBe('https://10.0.0.1:6443/');
    expect(kubeconfig.problems).toHaveLength(3);
    expect(english(kubeconfig.problems[0]!)).toMatch(/config: clusters\[2\] has no name/);
  });

  it.each([
    ['token: 12345', 'has a field "token" that is not text: put it in quotes'],
    ['token: [a]', 'has a field "token" that is not text'],
    ['token: yes', 'has a field "token" that is not text: put it in quotes'],
    ['as: x, as-groups: admins', 'has a field "as-groups" that is not a list'],
    ['as: x, as-user-extra: {a: b}', 'has a field "as-user-extra.a" that is not a list'],
    ['client-certificate-data: "?"', 'has a field "client-certificate-data" that is not base64'],
    ['exec: aws', 'has a field "exec" that is not a mapping'],
    ['exec: {command: aws, args: [1]}', 'has a field "exec.args.0" that is not text: put it in quotes'],
    ['auth-provider: oidc', 'has a field "auth-provider" that is not a mapping'],
  ])('K4: a user with %s is refused where it is used, never taken without, and costs the others nothing', async (user, fault) => {
    const kubeconfig = await load(good.replace('{token: abc}', `{${user}}`).replace('users: [', 'users: [{name: v, user: {token: v}}, ').replace('contexts: [', 'contexts: [{name: two, context: {cluster: c, user: v}}, '));
    expect(selectContext(kubeconfig, 'two').user?.token).toBe('v');
    expect(() => selectContext(kubeconfig)).toThrow(fault);
    const error = await failure(Promise.resolve().then(() => selectContext(kubeconfig)));
    expect(error.code).toBe('invalidUser');
    expect(error.message).toMatch(/^The user "u" in .*config has a field .*\. Correct it, or choose another context\.$/);
    expect(kubeconfig.problems.map(english)).toEqual([expect.stringMatching(/config: the user "u" has a field/)]);
  });

  it.each([
    ['insecure-skip-tls-verify: "yes"', 'has a field "insecure-skip-tls-verify" that is not true or false'],
    ['tls-server-name: 7', 'has a field "tls-server-name" that is not text'],
  ])('K4: so is a cluster with %s', async (cluster, fault) => {
    const kubeconfig = await load(good.replace('{server:', `{${cluster}, server:`));
    expect(() => selectContext(kubeconfig)).toThrow(fault);
  });

  it('K4: so is a context whose namespace is no text', async () => {
    const error = await failure(load(good.replace('namespace: shop', 'namespace: 7')).then((kubeconfig) => selectContext(kubeconfig)));
    expect(error.code).toBe('invalidContext');
    expect(error.message).toMatch(/^The context "one" in .*config has a field "namespace" that is not text: put it in quotes\./);
  });

  it('K2: which of two in one file is meant nobody knows, so neither is used, as kubectl uses neither', async () => {
    const kubeconfig = await load(good.replace('users: [', 'users: [{name: u, user: {token: first}}, '));
    const error = await failure(Promise.resolve().then(() => selectContext(kubeconfig)));
    expect(error.message).toMatch(/^The user "u" in .*config is in the file twice\./);
    expect(kubeconfig.contexts).toHaveLength(1);
  });

  it('tells of a thousand broken entries no more than somebody reads', async () => {
    const { problems } = await load(JSON.stringify({ users: Array.from({ length: 1000 }, () => null) }));
    expect(problems).toHaveLength(21);
    expect(english(problems.at(-1)!)).toMatch(/users has 980 faults more$/);
  });

  it('K4: a section that is not a list is reported and left out', async () => {
    const kubeconfig = await load('contexts: hello\nclusters: {a: b}\n');
    expect(kubeconfig.contexts).toEqual([]);
    expect(kubeconfig.problems.map((problem) => english(problem).replace(/^.*: /, ''))).toEqual(['clusters is not a list', 'contexts is not a list']);
  });

  it('resolves relative paths against the file in which they stand', async () => {
    const path = await folder.write(
      'config',
      `clusters: [{name: c, cluster: {server: s, certificate-authority: pki/ca.crt}}]
users:
- {name: u, user: {client-certificate: pki/u.crt, client-key: /abs/u.key, tokenFile: token, exec: {command: ./bin/plugin}}}
- {name: bare, user: {exec: {command: aws}}}
`,
    );
    const kubeconfig = await loadKubeconfig({ ...none, path });
    const base = dirname(path);
    expect(kubeconfig.clusters.get('c')?.certificateAuthority).toEqual({ file: join(base, 'pki/ca.crt') });
    expect(kubeconfig.users.get('u')).toMatchObject({
      clientCertificate: { file: join(base, 'pki/u.crt') },
      clientKey: { file: '/abs/u.key' },
      tokenFile: join(base, 'token'),
      exec: { command: join(base, 'bin/plugin') },
    });
    expect(kubeconfig.users.get('bare')?.exec?.command).toBe('aws');
  });

  it.each(['true', 'yes', 'On', 'y'])('takes %s for true, as kubectl does', async (word) => {
    const kubeconfig = await load(`clusters: [{name: c, cluster: {server: s, insecure-skip-tls-verify: ${word}, disable-compression: no}}]`);
    expect(kubeconfig.clusters.get('c')).toMatchObject({ insecureSkipTlsVerify: true, disableCompression: false });
  });

  // Each of them was tried with kubectl 1.32.
  it.each([
    ['a date', '2024-01-01', '2024-01-01'],
    ['what could be counted in sixties', '12:30:45', '12:30:45'],
    ['bytes', '!!binary aGVsbG8=', 'hello'],
    ['a number that is said to be text', '!!str 12', '12'],
    ['what has an unknown mark', '!foo bar', 'bar'],
  ])('reads %s as text, as kubectl does', async (_name, written, read) => {
    expect((await load(`users: [{name: u, user: {token: ${written}}}]`)).users.get('u')).toMatchObject({ token: read });
  });

  it('follows anchors and merge keys, takes the last of two keys that are alike, and reads the first document alone', async () => {
    const kubeconfig = await load('users: [{name: u, user: {<<: {as: bob, token: x}, as-groups: [&g admins, *g], token: a, token: b}}]\n---\n{{{');
    expect(kubeconfig.users.get('u')).toMatchObject({ token: 'b', impersonate: { user: 'bob', groups: ['admins', 'admins'] } });
  });

  it('reads what Windows PowerShell writes: UTF-16, and a byte order mark', async () => {
    const path = await folder.write('config', '');
    for (const bytes of [Buffer.from(`\uFEFF${good}`, 'utf16le'), Buffer.from(`\uFEFF${good}`, 'utf16le').swap16(), Buffer.from(`\uFEFF${good}`, 'utf8')]) {
      await writeFile(path, bytes);
      expect((await loadKubeconfig({ ...none, path })).currentContext).toBe('one');
    }
  });

  it('reads JSON, which is YAML', async () => {
    expect((await load('{"contexts":[{"name":"j","context":{"cluster":"c"}}]}')).contexts[0]?.name).toBe('j');
  });

  it('K12: leaves the file as it was', async () => {
    const path = await folder.write('config', good, 0o400);
    const before = createHash('sha256').update(await readFile(path)).digest('hex');
    await loadKubeconfig({ ...none, path });
    expect(createHash('sha256').update(await readFile(path)).digest('hex')).toBe(before);
  });
});

describe('what is wrong with a kubeconfig', () => {
  it('names the chosen file that is not there', async () => {
    const error = await failure(loadKubeconfig({ ...none, path: '/not/there' }));
    expect(error.code).toBe('missing');
    expect(error.message).toBe('There is no kubeconfig /not/there. Check the path.');
  });

  it('names every place that was looked at', async () => {
    const error = await failure(loadKubeconfig({ env: {}, home: '/not' }));
    expect(error.code).toBe('missing');
    expect(error.message).toContain(join('/not', '.kube', 'config'));
  });

  it('names file and line of broken YAML', async () => {
    const error = await failure(load('apiVersion: v1\nclusters:\n  - name: "c\n    bad: [\n'));
    expect(error.code).toBe('invalid');
    expect(error.message).toMatch(/^The kubeconfig .*config, line \d+ is not valid: .+\. Correct the file, or choose another one\.$/);
    expect(error.data.line).toBeGreaterThanOrEqual(3);
  });

  it.each(['- a\n- b\n', 'just text', '42'])('refuses what is no mapping: %j', async (text) => {
    const error = await failure(load(text));
    expect(error.code).toBe('invalid');
    expect(error.message).toContain('mapping');
  });

  it.each([
    ['kind: Pod', 'its kind is not Config'],
    ['apiVersion: v2', 'its apiVersion is not v1'],
    ['a: &a [*a]', 'an anchor contains itself'],
    ['a: *b', 'alias'],
  ])('refuses what kubectl refuses: %s', async (text, what) => {
    const error = await failure(load(text));
    expect(error.code).toBe('invalid');
    expect(error.message).toContain(what);
  });

  it.each([
    ['a list', 'contexts: [\n{name: a, context: {cluster: k}}\n]\nusers: []\n'],
    ['a mapping in one that is indented', 'contexts:\n- name: a\n  context: {\n  cluster: k\n}\nusers: []\n'],
    ['one with tabs', 'contexts: [\n\t{name: a, context: {cluster: k}}\n]\n'],
    ['its end', 'contexts: [{name: a, context: {cluster: k\n}}]\n'],
    ['a quoted text', 'contexts:\n- name: a\n  context:\n    cluster: "k\\\n"\n'],
    ['one after which the file goes on', 'contexts:\n  - name: a\n    context: {\n cluster: k }\n  - name: b\nusers: [{\nname: u}]\n'],
  ])('does not mind how %s in brackets, braces or quotes is indented, as kubectl does not', async (_name, text) => {
    const { contexts, problems } = await load(text);
    expect([contexts[0], problems]).toEqual([{ name: 'a', cluster: 'k', user: '' }, []]);
  });

  it('still minds a document that begins within brackets, and names the line', async () => {
    expect((await failure(load('contexts: [\n---\n]\n'))).message).toMatch(/, line \d is not valid/);
    expect((await failure(load('users: [\n{name: u}\n]\nclusters:\n- name: @\n'))).message).toContain(', line 5 is not valid');
  });

  it('takes a carriage return alone for the end of a line, and refuses characters that no text has', async () => {
    expect((await load('contexts: [{name: a}]\rclusters: []\r\nusers: []\n')).contexts).toHaveLength(1);
    expect((await failure(load('users: []\ncontexts: [{name: "a\u0007"}]\n'))).message).toContain('line 2 is not valid: it has control characters in it.');
  });

  it('says that a folder is a folder', async () => {
    const error = await failure(loadKubeconfig({ ...none, path: await folder.path() }));
    expect(error.code).toBe('unreadable');
    expect(error.message).toMatch(/ is a folder\. Correct that, or choose another file\.$/);
  });
});

describe('where a context leads', () => {
  const select = async (text: string, name?: string) => {
    const kubeconfig = await load(text);
    return failure(Promise.resolve().then(() => selectContext(kubeconfig, name)));
  };

  it('offers the contexts there are', async () => {
    const error = await select(good, 'two');
    expect(error.code).toBe('noContext');
    expect(error.message).toMatch(/There is no context "two" in .*config\. Choose one of: one\./);
  });

  it('offers twenty of many', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `- {name: c-${index}, context: {cluster: c}}`).join('\n');
    expect((await select(`contexts:\n${many}\n`)).message).toMatch(/Choose one of: c-0, c-1, .*, c-19, and 4980 more\.$/);
  });

  it('says that none is current', async () => {
    expect((await select(good.replace('current-context: one', ''))).message).toMatch(/No current context is set/);
  });

  it('names the missing cluster', async () => {
    const error = await select(good.replace('name: c,', 'name: other,'));
    expect(error.code).toBe('missingCluster');
    expect(error.message).toMatch(/The context "one" names the cluster "c", which is not in .*config/);
  });

  it('names the missing user', async () => {
    const error = await select(good.replace('name: u,', 'name: other,'));
    expect(error.code).toBe('missingUser');
    expect(error.message).toContain('names the user "u"');
  });

  it.each([
    ["{server: ''}", 'has no server'],
    ['{}', 'has no server'],
    ["{server: 'ftp://x'}", 'not an http or https address'],
    ["{server: 'https://['}", 'not an http or https address'],
  ])('says what is wrong with the cluster %s', async (cluster, what) => {
    const error = await select(good.replace("{server: 'https://10.0.0.1:6443'}", cluster));
    expect(error.code).toBe('invalidCluster');
    expect(error.message).toContain(what);
  });

  it.each([
    ['{server: "localhost:8080"}', 'http://localhost:8080/'],
    ['{server: "10.0.0.1:6443", certificate-authority-data: QQ==}', 'http://10.0.0.1:6443/'],
    ['{server: "https://rancher/k8s/clusters/c-1/"}', 'https://rancher/k8s/clusters/c-1/'],
  ])('reads the server %s', async (cluster, href) => {
    const kubeconfig = await load(good.replace("{server: 'https://10.0.0.1:6443'}", cluster));
    expect(selectContext(kubeconfig).server.href).toBe(href);
  });

  it('needs no user', async () => {
    const kubeconfig = await load(good.replace(', user: u', ''));
    expect(selectContext(kubeconfig).user).toBeUndefined();
  });

  it('case 20: takes context names with colons, slashes and spaces', async () => {
    const name = 'arn:aws:eks:us-east-1:1:cluster/x é';
    const kubeconfig = await load(good.replaceAll('one', `"${name}"`));
    expect(selectContext(kubeconfig).context.name).toBe(name);
  });
});
