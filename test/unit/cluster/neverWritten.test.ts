import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { Cluster } from '../../../extension/cluster/cluster.ts';
import { loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { kubeconfigFiles } from '../../../extension/cluster/kubeconfigFiles.ts';
import { diskFiles } from '../../../extension/inspector/diskFiles.ts';
import { FileWatch } from '../../../extension/inspector/fileWatch.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { testHash } from '../../support/openCluster.ts';
import { kubeconfigFor, ScriptedServer } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { TestAuthority } from '../../support/testCertificates.ts';

const never = new AbortController().signal;
const folder = temporaryFolder();
const owned: (() => unknown)[] = [];

afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

/** Everything below a folder: content, mode, and when it was written. */
async function pictureOf(path: string): Promise<Record<string, string>> {
  const names = await readdir(path, { recursive: true });
  const entries = names.map(async (name) => {
    const full = join(path, name);
    const { mode, mtimeMs, ino, isDirectory } = await stat(full).then((found) => ({ mode: found.mode, mtimeMs: found.mtimeMs, ino: found.ino, isDirectory: found.isDirectory() }));
    const hash = isDirectory ? 'folder' : createHash('sha256').update(await readFile(full)).digest('hex');
    return [name, `${hash} ${mode.toString(8)} ${mtimeMs} ${ino}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

it('K12: neither the kubeconfigs nor anything that they name is written, by a session with all of it: credentials, a token that is refused and read again, watching, reconnecting', async () => {
  const home = await folder.path();
  const authority = await TestAuthority.create();
  const pair = await authority.client('jane');
  const replies = [{ json: { gitVersion: 'v1' } }, { status: 401, json: {} }, { json: { gitVersion: 'v1' } }];
  const server = await ScriptedServer.start({ routes: { '/version': { list: replies } } }, { ...(await authority.server()), clientCa: authority.cert });
  owned.push(() => server.close());
  await mkdir(join(home, 'pki'));
  await folder.write('pki/ca.crt', authority.cert);
  await folder.write('pki/jane.crt', pair.cert);
  await folder.write('pki/jane.key', pair.key);
  await folder.write('token', 'one');
  const user = { 'client-certificate': 'pki/jane.crt', 'client-key': 'pki/jane.key', tokenFile: 'token', as: 'bob' };
  await folder.write('config', kubeconfigFor(server.url, user, { 'certificate-authority': 'pki/ca.crt' }));
  await folder.write('second', '');
  const env = { KUBECONFIG: ['config', 'second', 'not-there'].map((name) => join(home, name)).join(':') };
  const load = () => loadKubeconfig({ env, home, delimiter: ':' });
  for (const name of kubeconfigFiles(await load())) await chmod(name, 0o400);
  const before = await pictureOf(home);

  const clock = new FakeClock();
  const watch = new FileWatch({ files: diskFiles, clock, onChange: () => expect.unreachable('nothing changes') });
  owned.push(() => watch.dispose());
  await watch.watch(kubeconfigFiles(await load()));
  for (let session = 0; session < 2; session++) {
    const cluster = await Cluster.open(await load(), { allowExec: false, keyedHash: testHash, clock, logger: silentLogger, env: {} });
    await cluster.version(never).catch(() => undefined); // one of them is refused
    await cluster.version(never).catch(() => undefined);
    await cluster.close();
    await clock.advance(60_000);
  }
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array.from({ length: 4 }, () => 'Bearer one'));
  expect(await pictureOf(home)).toEqual(before);

  // The picture would show it.
  await writeFile(join(home, 'new'), 'two');
  await rename(join(home, 'new'), join(home, 'token'));
  expect(await pictureOf(home)).not.toEqual(before);
});
