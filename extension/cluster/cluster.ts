import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { ListerWatcher } from '../informer/listerWatcher.ts';
import type { InformerScope } from '../informer/sharedInformer.ts';
import type { KeyedHash } from '../kube/mask.ts';
import { isRecord } from '../kube/object.ts';
import type { ApiResource, GroupVersionResource } from '../kube/resource.ts';
import { type Access, type AccessQuestion, reviewAccess } from './accessReview.ts';
import { ApiClient } from './apiClient.ts';
import { ClusterListerWatcher, type RequestName } from './clusterListerWatcher.ts';
import type { CredentialActivity } from './credentialActivity.ts';
import { Credentials } from './credentials.ts';
import { type Discovered, discoverAll } from './discovery.ts';
import { environmentProxy } from './environmentProxy.ts';
import { HttpClient } from './httpClient.ts';
import { type Identity, identityOf } from './identity.ts';
import { actingAs } from './impersonation.ts';
import type { Kubeconfig } from './kubeconfig.ts';
import type { Impersonation } from './kubeconfigEntries.ts';
import { ObjectClient } from './objectClient.ts';
import { RequestStats } from './requestStats.ts';
import { type RateLimit, RequestThrottle } from './requestThrottle.ts';
import { isWatchable, resolveResource } from './resolveResource.ts';
import { type SelectedContext, selectContext } from './selectContext.ts';
import { validateContext } from './validateContext.ts';

export interface ClusterOptions {
  /** Default: the kubeconfig's current context. */
  readonly context?: string;
  /** As whom, with the context's own credentials; absent: as the kubeconfig says. */
  readonly as?: Impersonation;
  /** In which names are meant that have none; default: the context's. */
  readonly namespace?: string;
  /** False in an untrusted workspace: credential plugins do not run. */
  readonly allowExec: boolean;
  readonly keyedHash: KeyedHash;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Standard input is a terminal on which a credential plugin may ask; default: it is not. */
  readonly interactive?: boolean;
  /** For proxies and plugins; default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Holds for all requests together but watches; absent: none. */
  readonly rateLimit?: RateLimit;
  /** What a credential plugin says to the person, a device code, say; default: to the log. */
  readonly onCredentialMessage?: (line: string) => void;
  /** As whose program it asks; default: this one's. */
  readonly userAgent?: string;
}

/** One context of a kubeconfig, ready to be asked. Nothing is sent before the first question. */
export class Cluster {
  readonly context: string;
  /** The context's own, or that of the account as which it is asked. */
  readonly namespace: string | undefined;
  readonly server: string;
  readonly identity: Identity;
  /** The files from which the context is, or the folder of a pod's ServiceAccount. */
  readonly kubeconfigFiles: readonly string[];
  /** What is run, and waited for, to get credentials. */
  readonly credentials: Pick<CredentialActivity, 'command' | 'running' | 'onChange' | 'cancel'>;
  readonly objects: ObjectClient;
  /** What was asked of the server. */
  readonly requests: Pick<RequestStats, 'figures'>;
  readonly #client: ApiClient;
  readonly #hash: KeyedHash;
  readonly #logger: Logger;

  private constructor(client: ApiClient, requests: RequestStats, credentials: CredentialActivity, selected: SelectedContext, kubeconfigFiles: readonly string[], options: ClusterOptions) {
    this.#client = client;
    this.requests = requests;
    this.credentials = credentials;
    this.#hash = options.keyedHash;
    this.#logger = options.logger;
    this.context = selected.context.name;
    this.namespace = options.namespace ?? selected.context.namespace;
    this.server = client.server;
    this.identity = identityOf(selected);
    this.kubeconfigFiles = kubeconfigFiles;
    this.objects = new ObjectClient(client, options.keyedHash);
  }

  /** @throws KubeconfigError when the context leads to no server, or is one that kubectl refuses; CredentialError `execForbidden` */
  static async open(kubeconfig: Kubeconfig, options: ClusterOptions): Promise<Cluster> {
    const { clock, logger } = options;
    const selected = actingAs(selectContext(kubeconfig, options.context), options.as);
    const credentials = new Credentials(selected, {
      allowExec: options.allowExec,
      interactive: options.interactive ?? false,
      env: options.env ?? process.env,
      clock,
      onMessage: options.onCredentialMessage ?? ((line) => logger.info('credentials', line)),
    });
    await validateContext(selected);
    const requests = new RequestStats(clock);
    const { server, cluster } = selected;
    const proxyUrl = cluster.proxyUrl ?? environmentProxy(server, options.env ?? process.env);
    const http = new HttpClient({ server, credentials, compression: !cluster.disableCompression, clock, observer: requests, ...(proxyUrl !== undefined && { proxyUrl }), ...(options.userAgent !== undefined && { userAgent: options.userAgent }) });
    const throttle = options.rateLimit && new RequestThrottle(options.rateLimit, clock, logger);
    const client = new ApiClient({ http, clock, logger, observer: requests, ...(throttle && { throttle }) });
    return new Cluster(client, requests, credentials.activity, selected, originOf(selected, kubeconfig), options);
  }

  /** @throws ApiError, ConnectionError, CredentialError */
  async version(signal: AbortSignal): Promise<{ readonly gitVersion: string }> {
    const answer = await this.#client.json({ method: 'GET', path: '/version', signal });
    const gitVersion = isRecord(answer) && typeof answer['gitVersion'] === 'string' ? answer['gitVersion'] : 'unknown';
    return { gitVersion };
  }

  /**
   * Everything that can be listed and watched, each resource once, in the version that the server prefers. A group that cannot be
   * asked is named, and the rest is there all the same.
   * @param onPart told of what is known so far while other groups have not answered yet
   * @throws ApiError, ConnectionError, CredentialError
   */
  async discover(signal: AbortSignal, onPart?: (part: Discovered) => void): Promise<Discovered> {
    return watchableOnce(await discoverAll(this.#client, this.#logger, signal, onPart && ((part) => onPart(watchableOnce(part)))));
  }

  /** @throws ResourceError; ApiError, ConnectionError, CredentialError */
  resolveResource(text: string, signal: AbortSignal): Promise<ApiResource> {
    return resolveResource(this.#client, text, this.#logger, signal);
  }

  /** What the server would allow; stores nothing. @throws ApiError, ConnectionError, CredentialError */
  reviewAccess(question: AccessQuestion, signal: AbortSignal): Promise<Access> {
    return reviewAccess(this.#client, question, signal);
  }

  listerWatcher(resource: GroupVersionResource, scope: InformerScope, name?: RequestName): ListerWatcher {
    return new ClusterListerWatcher(this.#client, resource, scope, this.#hash, name);
  }

  /** Breaks off every request: no socket is left. */
  async close(): Promise<void> {
    this.#client.close();
  }
}

function watchableOnce(discovered: Discovered): Discovered {
  const preferred = new Map<string, ApiResource>();
  for (const resource of discovered.resources.filter(isWatchable)) {
    const name = `${resource.resource}.${resource.group}`;
    if (!preferred.has(name)) preferred.set(name, resource);
  }
  return { ...discovered, resources: [...preferred.values()] };
}

function originOf({ cluster }: SelectedContext, { paths, serviceAccountFolder }: Kubeconfig): readonly string[] {
  return cluster.path === serviceAccountFolder ? [serviceAccountFolder] : paths;
}
