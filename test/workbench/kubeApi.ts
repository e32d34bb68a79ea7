import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { parse } from 'yaml';

interface KubeconfigFile {
  readonly 'current-context': string;
  readonly contexts: readonly { readonly name: string; readonly context: { readonly cluster: string; readonly user: string } }[];
  readonly clusters: readonly { readonly name: string; readonly cluster: { readonly server: string; readonly 'certificate-authority-data'?: string; readonly 'insecure-skip-tls-verify'?: boolean } }[];
  readonly users: readonly { readonly name: string; readonly user: { readonly token?: string; readonly 'client-certificate-data'?: string; readonly 'client-key-data'?: string } }[];
}

type Json = Record<string, unknown>;

/**
 * Another client of the cluster that the window looks at: what it changes reaches the extension only through the watch. Has
 * nothing of the extension's own, so that a fault of both does not hide itself.
 */
export class KubeApi {
  readonly #server: string;
  readonly #tls: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer; readonly rejectUnauthorized: boolean };
  readonly #token: string | undefined;

  private constructor({ clusters, users, contexts, ...file }: KubeconfigFile) {
    const current = contexts.find(({ name }) => name === file['current-context'])!.context;
    const { cluster } = clusters.find(({ name }) => name === current.cluster)!;
    const { user } = users.find(({ name }) => name === current.user)!;
    const data = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text, 'base64'));
    const [ca, cert, key] = [data(cluster['certificate-authority-data']), data(user['client-certificate-data']), data(user['client-key-data'])];
    this.#server = cluster.server;
    this.#token = user.token;
    this.#tls = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true };
  }

  static async from(kubeconfigFile: string): Promise<KubeApi> {
    return KubeApi.of(await readFile(kubeconfigFile, 'utf8'));
  }

  /** @param text of a kubeconfig */
  static of(text: string): KubeApi {
    return new KubeApi(parse(text) as KubeconfigFile);
  }

  get(path: string): Promise<Json> {
    return this.#send('GET', path);
  }

  create(path: string, object: Json): Promise<Json> {
    return this.#send('POST', path, object);
  }

  patch(path: string, patch: Json): Promise<Json> {
    return this.#send('PATCH', path, patch, 'application/strategic-merge-patch+json');
  }

  delete(path: string): Promise<Json> {
    return this.#send('DELETE', path);
  }

  /** The objects of a list, as they come. */
  async list<T = { readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string } }>(path: string): Promise<T[]> {
    return (await this.get(path))['items'] as T[];
  }

  #send(method: string, path: string, body?: Json, type = 'application/json'): Promise<Json> {
    return new Promise((resolve, reject) => {
      const headers = { ...(this.#token && { authorization: `Bearer ${this.#token}` }), ...(body && { 'content-type': type }) };
      const sent = request(`${this.#server}${path}`, { method, headers, agent: false, ...this.#tls }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => {
          if (response.statusCode! < 300) resolve(JSON.parse(text) as Json);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        });
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  }
}

/** A pod that asks for nothing. */
export function pod(name: string, namespace = 'default'): Json {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec: { containers: [{ name: 'main', image: 'nginx:1.25' }] } };
}
