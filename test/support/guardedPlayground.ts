import { silentLogger } from '../../extension/base/logger.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { adminUser } from '../../extension/playground/access/userInfo.ts';
import type { ApiRequest, ApiResponse } from '../../extension/playground/api/apiRequest.ts';
import { jsonResponse } from '../../extension/playground/api/apiRequest.ts';
import { parseResourcePath, pathSegments } from '../../extension/playground/api/requestPath.ts';
import { createPlayground, type Playground } from '../../extension/playground/createPlayground.ts';
import { createServerCertificate } from '../../extension/playground/server/certificates.ts';
import { HttpsServer } from '../../extension/playground/server/httpsServer.ts';
import { kubeconfigText } from '../../extension/playground/server/kubeconfigText.ts';
import { tokenGuard } from '../../extension/playground/server/tokenGuard.ts';
import { statusObject } from './scriptedServer.ts';

const reviews = { group: 'authorization.k8s.io', resource: 'selfsubjectaccessreviews' };

/** As a rule of RBAC: `*` stands for every verb or resource. */
export interface Grant {
  readonly verbs: readonly string[];
  /** `secrets`, `deployments.apps` */
  readonly resources: readonly string[];
  /** Absent: in the whole cluster. */
  readonly namespaces?: readonly string[];
}

/** One question to the table. */
interface Wanted {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Empty: the whole cluster. */
  readonly namespace: string;
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };

/**
 * A playground over HTTPS, and before it a table of what its one user may do: the playground itself lets whoever has its token do everything. What the
 * table refuses is answered as RBAC does, and access reviews are answered by the table.
 */
export class GuardedPlayground {
  readonly playground: Playground;
  readonly kubeconfig: string;
  /** May be changed at any time. */
  grants: readonly Grant[];
  /** An aggregated API that is down: its group is named, and asked it answers 503. Discovery is then the classic one, group by group. */
  brokenGroup: string | undefined;
  /** How access reviews are answered. */
  reviews: 'byTable' | 'refused' = 'byTable';
  /** Every request of the user: `list v1/secrets team-a`, `review watch v1/secrets`, `GET /apis`; those that were refused end with ` (403)`. */
  readonly asked: string[] = [];
  /** Of every request. */
  readonly methods = new Set<string>();
  readonly #server: HttpsServer;

  private constructor(playground: Playground, server: HttpsServer, kubeconfig: string, grants: readonly Grant[]) {
    this.playground = playground;
    this.#server = server;
    this.kubeconfig = kubeconfig;
    this.grants = grants;
  }

  static async start(grants: readonly Grant[]): Promise<GuardedPlayground> {
    const playground = createPlayground({ size: 'small', seed: 1, churn: 'off', controllers: [], clock: systemClock, logger: silentLogger });
    const certificate = createServerCertificate(Date.now());
    let guarded: GuardedPlayground | undefined;
    const server = new HttpsServer({ certificate, serve: tokenGuard({ token: 'token', user: adminUser('jane') }, (request) => guarded!.#answer(request)), logger: silentLogger });
    const kubeconfig = kubeconfigText({ server: await server.listen(0), ca: certificate.ca, users: [{ name: 'playground', namespace: 'default', token: 'token' }] });
    guarded = new GuardedPlayground(playground, server, kubeconfig, grants);
    return guarded;
  }

  /** As somebody who may do everything. @throws what is not a success */
  async write(method: string, path: string, body?: unknown, contentType = 'application/json'): Promise<void> {
    const [plain = '', query = ''] = path.split('?');
    const response = await this.playground.handle({
      auditId: '',
      user: adminUser('admin'),
      method,
      path: plain,
      query: new URLSearchParams(query),
      accept: '',
      userAgent: '',
      contentType: body === undefined ? '' : contentType,
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      signal: new AbortController().signal,
    });
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${String(response.body)}`);
  }

  async close(): Promise<void> {
    await this.playground.close();
    await this.#server.close();
  }

  async #answer(request: ApiRequest): Promise<ApiResponse> {
    this.methods.add(request.method);
    const path = parseResourcePath(pathSegments(request.path) ?? []);
    if (!path) {
      this.asked.push(`${request.method} ${request.path}`);
      return this.brokenGroup === undefined ? this.playground.handle(request) : this.#discoverWithBroken(this.brokenGroup, request);
    }
    if (path.resource === reviews.resource && path.group === reviews.group) return this.#review(request);
    const { group, version, resource, namespace, name } = path;
    const isWatch = request.query.get('watch') === 'true';
    const verb = verbs[request.method] ?? (name ? 'get' : isWatch ? 'watch' : 'list');
    const wanted: Wanted = { verb, group, resource, namespace };
    const words = [verb, `${group ? `${group}/` : ''}${version}/${resource}`, namespace].filter(Boolean).join(' ');
    const allows = this.#allows(wanted);
    this.asked.push(`${words}${allows ? '' : ' (403)'}`);
    return allows ? this.playground.handle(request) : jsonResponse(statusObject(403, 'Forbidden', refusalOf(wanted)), 403);
  }

  async #discoverWithBroken(group: string, request: ApiRequest): Promise<ApiResponse> {
    const groupVersion = `${group}/v1beta1`;
    if (request.path === `/apis/${groupVersion}`) return jsonResponse(statusObject(503, 'ServiceUnavailable', 'error trying to reach service: connection refused'), 503);
    const response = await this.playground.handle({ ...request, accept: '' });
    if (request.path !== '/apis') return response;
    const list = JSON.parse(response.body as string) as { readonly groups: readonly object[] };
    const version = { groupVersion, version: 'v1beta1' };
    return jsonResponse({ ...list, groups: [...list.groups, { name: group, versions: [version], preferredVersion: version }] });
  }

  #review(request: ApiRequest): ApiResponse {
    const review = JSON.parse(Buffer.from(request.body).toString('utf8')) as { spec: { resourceAttributes: Partial<Wanted> & { version?: string } } };
    const { verb = '', group = '', version = '', resource = '', namespace = '' } = review.spec.resourceAttributes;
    const words = ['review', verb, `${group ? `${group}/` : ''}${version}/${resource}`, namespace].filter(Boolean).join(' ');
    const isRefused = this.reviews === 'refused';
    this.asked.push(`${words}${isRefused ? ' (403)' : ''}`);
    if (isRefused) return jsonResponse(statusObject(403, 'Forbidden', refusalOf({ ...reviews, verb: 'create', namespace: '' })), 403);
    return jsonResponse({ ...review, status: { allowed: this.#allows({ verb, group, resource, namespace }) } }, 201);
  }

  #allows({ verb, group, resource, namespace }: Wanted): boolean {
    const has = (all: readonly string[], one: string): boolean => all.includes('*') || all.includes(one);
    const name = group ? `${resource}.${group}` : resource;
    return this.grants.some((grant) => has(grant.verbs, verb) && has(grant.resources, name) && (!grant.namespaces || grant.namespaces.includes(namespace)));
  }
}

function refusalOf({ verb, group, resource, namespace }: Wanted): string {
  const where = namespace ? `in the namespace "${namespace}"` : 'at the cluster scope';
  return `${resource}${group ? `.${group}` : ''} is forbidden: User "jane" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`;
}
