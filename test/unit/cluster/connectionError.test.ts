import { afterEach, describe, expect, it } from 'vitest';
import { failureSentence } from '../../../extension/cli/recordSentences.ts';
import { accessFailure } from '../../../extension/cluster/access.ts';
import { type ConnectionErrorCode, ConnectionError } from '../../../extension/kube/status.ts';
import { openCluster } from '../../support/openCluster.ts';
import { kubeconfigFor, ScriptedServer } from '../../support/scriptedServer.ts';
import { TestAuthority } from '../../support/testCertificates.ts';

const owned: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

describe('a server that cannot prove who it is', () => {
  it.each<[string, ConnectionErrorCode, string, (authority: TestAuthority) => Promise<{ readonly cert: string; readonly key: string }>, string]>([
    ['a certificate of another authority', 'certificate', 'localhost', async () => (await TestAuthority.create('other')).server(), 'is not trusted (unable to verify the first certificate). Correct the certificate authority in the kubeconfig.'],
    ['one that has expired', 'certificateExpired', 'localhost', (authority) => authority.serverNamed(['localhost'], 'noLonger'), 'or that of its authority, has expired or does not hold yet (certificate has expired). Renew it on the server'],
    ['one that does not hold yet', 'certificateExpired', 'localhost', (authority) => authority.serverNamed(['localhost'], 'notYet'), '(certificate is not yet valid). Renew it on the server, or put the clock of this machine right.'],
    ['one of another name', 'certificateName', 'localhost', (authority) => authority.serverNamed(['api.test']), "is for another name (Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:api.test). Correct the address in the kubeconfig, or give there as tls-server-name"],
    ['one of another name, by address', 'certificateName', '127.0.0.1', (authority) => authority.serverNamed(['api.test']), 'is for another name'],
  ])('%s: %s', async (_name, code, host, pair, sentence) => {
    const authority = await TestAuthority.create();
    const server = await ScriptedServer.start({ routes: { '/version': { list: [{ json: {} }] } } }, await pair(authority));
    owned.push(() => server.close());
    const ca = { 'certificate-authority-data': Buffer.from(authority.cert).toString('base64') };
    const cluster = await openCluster(kubeconfigFor(`https://${host}:${server.port}`, { token: 'hush' }, ca));
    owned.push(() => cluster.close());
    const error = await cluster.version(new AbortController().signal).then(() => undefined, (thrown: unknown) => thrown);
    expect(ConnectionError.is(error, code), String(error)).toBe(true);
    expect(failureSentence(accessFailure(error, { verb: 'list' }), { server: cluster.server, namespaced: true })).toContain(sentence);
    expect(server.requests).toEqual([]);
  });
});
