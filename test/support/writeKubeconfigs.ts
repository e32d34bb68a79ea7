import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Arrivals } from './arrivals.ts';
import type { ClusterDraft, KubeconfigCase, KubeconfigDraft, UserDraft } from './kubeconfigArbitrary.ts';
import { type KeyPair, TestAuthority } from './testCertificates.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Writes kubeconfigs that lead to the servers of a test, with certificates of its authority. */
export class KubeconfigWriter {
  readonly #arrivals: Arrivals;
  readonly #pairs: Readonly<Record<UserDraft['who'], KeyPair>>;
  readonly #stranger: string;

  private constructor(arrivals: Arrivals, pairs: Readonly<Record<UserDraft['who'], KeyPair>>, stranger: string) {
    this.#arrivals = arrivals;
    this.#pairs = pairs;
    this.#stranger = stranger;
  }

  static async create(arrivals: Arrivals): Promise<KubeconfigWriter> {
    const { authority } = arrivals;
    return new KubeconfigWriter(arrivals, { jane: await authority.client('jane'), bob: await authority.client('bob') }, (await TestAuthority.create('stranger')).cert);
  }

  /** @returns the paths for `KUBECONFIG`, in their order */
  async write(folder: string, { files, order }: KubeconfigCase): Promise<string[]> {
    const paths = Array.from({ length: 4 }, (_one, index) => join(folder, `folder ${index}`, 'config'));
    await Promise.all(
      files.map(async (draft, index) => {
        const beside = join(folder, `folder ${index}`, 'pki');
        await mkdir(beside, { recursive: true });
        await writeFile(join(beside, 'ca.crt'), this.#arrivals.authority.cert);
        for (const [who, { cert, key }] of Object.entries(this.#pairs)) {
          await writeFile(join(beside, `${who}.crt`), cert);
          await writeFile(join(beside, `${who}.key`), key, { mode: 0o600 });
          await writeFile(join(beside, `${who}.token`), `${who} of a file\n`, { mode: 0o600 });
        }
        await writeFile(paths[index]!, this.#text(draft), { mode: 0o600 });
      }),
    );
    return order.map((index) => paths[index]!);
  }

  #text({ shape, currentContext, clusters, users, contexts }: KubeconfigDraft): string {
    if (shape === 'empty') return '';
    if (shape === 'comments') return '# nothing here\n';
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      ...(currentContext !== undefined && { 'current-context': currentContext }),
      clusters: clusters.map(({ name, value }) => ({ name, cluster: this.#cluster(value) })),
      users: users.map(({ name, value }) => ({ name, user: { ...this.#user(value), ...value.as, ...value.broken } })),
      contexts: contexts.map(({ name, value }) => ({ name, context: value })),
    };
    return shape === 'json' ? JSON.stringify(config) : stringify(config);
  }

  #cluster({ scheme, host, authority, insecure, tlsServerName, proxy }: ClusterDraft): object {
    const { port, authority: ca, proxies } = { port: this.#arrivals.port(scheme === 'https' ? 'https' : 'http'), authority: this.#arrivals.authority, proxies: this.#arrivals.proxies };
    const data = { 'certificate-authority-data': base64(ca.cert) };
    const file = { 'certificate-authority': 'pki/ca.crt' };
    const trusted: Readonly<Record<ClusterDraft['authority'], object>> = {
      data,
      file,
      both: { ...data, ...file },
      missing: { 'certificate-authority': 'pki/not-there.crt' },
      wrong: { 'certificate-authority-data': base64(this.#stranger) },
      garbage: { 'certificate-authority-data': base64('garbage') },
      none: {},
    };
    return {
      server: `${scheme === 'none' ? '' : `${scheme}://`}${host}:${port}`,
      ...trusted[authority],
      ...(insecure && { 'insecure-skip-tls-verify': true }),
      ...(tlsServerName !== undefined && { 'tls-server-name': tlsServerName }),
      ...(proxy !== undefined && { 'proxy-url': proxy === 'ftp' ? 'ftp://127.0.0.1:1' : proxies[proxy].url }),
    };
  }

  #user({ credentials, who }: UserDraft): object {
    const { cert, key } = this.#pairs[who];
    const pair = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
    const token = { token: `${who} ☃` };
    const tokenFile = { tokenFile: `pki/${who}.token` };
    const basic = { username: who, password: 'pa:ss' };
    const all: Readonly<Record<UserDraft['credentials'], object>> = {
      token,
      tokenFile,
      tokenAndFile: { ...token, ...tokenFile },
      missingFile: { tokenFile: 'pki/not-there.token' },
      basic,
      certificateData: pair,
      certificateFile: { 'client-certificate': `pki/${who}.crt`, 'client-key': `pki/${who}.key` },
      certificateAlone: { 'client-certificate-data': pair['client-certificate-data'] },
      otherKey: { ...pair, 'client-key-data': base64(this.#pairs[who === 'jane' ? 'bob' : 'jane'].key) },
      tokenAndBasic: { ...token, ...basic },
      certificateAndToken: { ...pair, ...token },
      none: {},
    };
    return all[credentials];
  }
}
