import { request as httpsRequest } from 'node:https';
import { adminUser, userInfo } from '../../../extension/playground/access/userInfo.ts';
import { HttpsPlayground } from '../../support/httpsPlayground.ts';
import { startControlPlane, type TestUser } from '../apiServer.ts';

/** One request by one user. */
export interface AskedBy {
  /** Of the user; empty: no credentials at all. */
  readonly as: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: object;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A server that knows users by tokens `NAME-token`, and `admin`, who may everything. */
export interface AccessServer {
  ask(request: AskedBy): Promise<Answered>;
  close(): Promise<void>;
}

export async function realAccessServer(users: readonly TestUser[]): Promise<AccessServer> {
  const plane = await startControlPlane({ users });
  return { ask: asking(plane.server, plane.authority.cert), close: () => plane.stop() };
}

/** Over HTTPS, with no world in motion. */
export async function playgroundAccessServer(users: readonly TestUser[]): Promise<AccessServer> {
  const tokens = users.map(({ name, groups }) => ({ token: `${name}-token`, user: userInfo(name, groups) }));
  const served = await HttpsPlayground.start({ tokens: [{ token: 'admin-token', user: adminUser('admin') }, ...tokens] });
  return { ask: asking(served.url, served.ca), close: () => served.close() };
}

function asking(server: string, ca: string): AccessServer['ask'] {
  return ({ as, method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const all = { ...(as && { authorization: `Bearer ${as}-token` }), accept: 'application/json', 'content-type': 'application/json', ...headers };
      const sending = httpsRequest(`${server}${path}`, { method, headers: all, ca }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      });
      sending.on('error', reject);
      sending.end(body && JSON.stringify(body));
    });
}
