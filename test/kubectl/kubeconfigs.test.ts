import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { oddKubeconfigs } from '../support/oddKubeconfigs.ts';
import { newestKubectl } from './findKubectl.ts';

/** What kubectl is compared with says by its own release what it refuses. */
const leastMinor = 32;

const { program, minor } = newestKubectl();
const directory = mkdtempSync(path.join(tmpdir(), 'kubectl-test-'));
afterAll(() => rmSync(directory, { recursive: true }));
const here = path.join(directory, 'here');
writeFileSync(here, 'x');

describe.skipIf(minor < leastMinor)('a kubeconfig that is odd', () => {
  it.each(oddKubeconfigs(here))('$name: kubectl takes or refuses it, as we do', ({ text, refused }) => {
    const kubeconfig = path.join(directory, 'config');
    writeFileSync(kubeconfig, text);
    const { status, stderr } = spawnSync(program, ['--kubeconfig', kubeconfig, 'get', '--raw', '/version', '--request-timeout=5s'], { encoding: 'utf8', env: { ...process.env, HOME: directory }, input: '' });
    const asked = /was refused|connection refused/.test(stderr);
    expect({ status, asked }, stderr).toEqual({ status: 1, asked: refused === undefined });
  });
});
