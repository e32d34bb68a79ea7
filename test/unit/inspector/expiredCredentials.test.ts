import { afterEach, describe, expect, it } from 'vitest';
import { emptyReason } from '../../../extension/inspector/emptyReason.ts';
import { say } from '../../../extension/base/saying.ts';
import { CredentialError, type CredentialErrorCode } from '../../../extension/cluster/credentialError.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { openCluster } from '../../support/openCluster.ts';
import { openSession } from '../../support/openSession.ts';
import { kubeconfigFor, type Reply, ScriptedServer, statusObject } from '../../support/scriptedServer.ts';
import { TestAuthority } from '../../support/testCertificates.ts';

const owned: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

const refused: Reply = { status: 401, json: statusObject(401, 'Unauthorized', 'Unauthorized') };
const pods: Reply = { json: { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [] } };
const resource = { group: '', version: 'v1', resource: 'pods' };

/** A session whose informer on pods asks a real server, over TLS with a token. */
async function inform(list: Reply[], watch: Reply[]): Promise<{ readonly session: Session; readonly advance: (ms: number) => Promise<void> }> {
  const authority = await TestAuthority.create();
  const server = await ScriptedServer.start({ routes: { '/api/v1/pods': { list, watch } } }, await authority.server());
  owned.push(() => server.close());
  const kubeconfig = kubeconfigFor(server.url, { token: 't' }, { 'certificate-authority-data': Buffer.from(authority.cert).toString('base64') });
  const opened = openSession({
    cluster: { listerWatcher: (gvr, scope) => cluster.listerWatcher(gvr, scope), close: () => cluster.close() },
  });
  const cluster = await openCluster(kubeconfig, { clock: opened.clock });
  owned.push(() => opened.session.close());
  opened.session.informers.start(resource);
  return { session: opened.session, advance: (ms) => opened.clock.advance(ms) };
}

const stateOf = (session: Session) => session.informers.stateOf('v1/pods');

describe('a 401 that an informer gets', () => {
  it('after it had been let in says that the credentials have expired, and where they came from', async () => {
    const { session, advance } = await inform([pods, refused], [refused]);
    await expect.poll(async () => (await advance(0), stateOf(session).failure)).toMatchObject({ cause: 'expired', code: 401, reason: 'Unauthorized', credentials: { how: 'expired', from: 'token' } });
  });

  it('from the beginning says that they are refused', async () => {
    const { session, advance } = await inform([refused], [refused]);
    await expect.poll(async () => (await advance(0), stateOf(session).failure)).toMatchObject({ cause: 'unauthorized', code: 401, credentials: { how: 'refused', from: 'token' } });
  });
});

it.each<[CredentialErrorCode, string]>([
  ['execForbidden', 'pluginsOff'],
  ['execCancelled', 'loginCancelled'],
  ['execInteractive', 'pluginFailed'],
  ['execFailed', 'pluginFailed'],
  ['execTimeout', 'pluginFailed'],
  ['execMissing', 'noCredentials'],
  ['unreadable', 'noCredentials'],
])('a session without credentials (%s) leaves the tree empty for a reason of its own: %s', async (code, reason) => {
  const { session } = openSession({ cluster: { version: () => Promise.reject(new CredentialError(code, say`no`, { user: 'jane' })) } });
  owned.push(() => session.close());
  await session.connect();
  const inspector = { sessions: { all: [session] }, openFailure: undefined, kubeconfig: { state: { kind: 'unread' } } } as unknown as Parameters<typeof emptyReason>[0];
  expect(emptyReason(inspector)).toMatchObject({ reason });
});
