import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execInfo } from '../../extension/cluster/execInfo.ts';
import { clusterEntry, userEntry } from '../../extension/cluster/kubeconfigEntries.ts';
import { pluginAnswers, pluginApiVersion } from '../support/pluginAnswers.ts';
import { newestKubectl } from './findKubectl.ts';

const { program } = newestKubectl();
let directory: string;

// A plugin that prints what stands in the file `answer`, and writes down what it was told.
const cluster = {
  server: 'https://127.0.0.1:1',
  'tls-server-name': 'api.example',
  'certificate-authority-data': Buffer.from('CA').toString('base64'),
  'proxy-url': 'http://127.0.0.1:2',
  'disable-compression': true,
  extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'x', nested: { a: [1, null] } } }],
};
const exec = { apiVersion: pluginApiVersion, command: './plugin', interactiveMode: 'Never', provideClusterInfo: true, env: null };

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'kubectl-test-'));
  const script = path.join(directory, 'plugin');
  writeFileSync(script, `#!/bin/sh\nprintf '%s' "$KUBERNETES_EXEC_INFO" > '${directory}/info'\ncat '${directory}/answer'\n`);
  chmodSync(script, 0o700);
});
afterAll(() => rmSync(directory, { recursive: true }));

/** What kubectl makes of an answer: nobody listens where it would go with a credential. */
function ask(output: string, more: object): { readonly asked: boolean; readonly stderr: string } {
  const kubeconfig = { 'current-context': 'c', clusters: [{ name: 'c', cluster: more }], users: [{ name: 'u', user: { exec } }], contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }] };
  writeFileSync(path.join(directory, 'config'), JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...kubeconfig }));
  writeFileSync(path.join(directory, 'answer'), output);
  const { stderr } = spawnSync(program, ['--kubeconfig', path.join(directory, 'config'), 'get', '--raw', '/version'], { encoding: 'utf8', env: { ...process.env, HOME: directory }, input: '' });
  return { asked: /was refused|connection refused/.test(stderr), stderr };
}

describe('what a credential plugin prints (K9)', () => {
  it.each(pluginAnswers)('$name: kubectl takes or refuses it, as we do', ({ output, refused }) => {
    const { asked, stderr } = ask(output, { server: cluster.server, 'insecure-skip-tls-verify': true });
    expect(asked, stderr).toBe(refused === undefined);
  });
});

it('tells a plugin of its cluster what kubectl tells it', async () => {
  const { 'certificate-authority-data': _ca, ...plain } = cluster;
  for (const fields of [plain, { server: cluster.server, 'insecure-skip-tls-verify': true }]) {
    ask('', fields);
    const told: unknown = JSON.parse(readFileSync(path.join(directory, 'info'), 'utf8'));
    const user = userEntry('/config', 'u', { exec });
    expect(JSON.parse(await execInfo({ user: 'u', exec: user.exec!, cluster: clusterEntry('/config', 'c', fields), interactive: false }, new AbortController().signal))).toEqual(told);
  }
});
