import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Random } from '../../base/random.ts';
import type { ClusterAccess } from '../access/clusterAccess.ts';
import type { Faults } from '../faults/faults.ts';
import { onceLoaded } from '../onDemand.ts';
import type { Registry } from '../registry/registry.ts';
import { unauthorized } from '../statusErrors.ts';
import type { Storage } from '../storage/storage.ts';
import type { ApiRequest, ApiResponse } from './apiRequest.ts';
import type { ApiObserver } from './apiObserver.ts';
import { defaultFeatureGates, type FeatureGates } from './featureGates.ts';
import { authentication } from './filters/authentication.ts';
import { Authorization } from './filters/authorization.ts';
import { BodyReading } from './filters/bodyReading.ts';
import { type Answer, chain, type Filter, type Next, newNotes } from './filters/filter.ts';
import { Impersonation } from './filters/impersonation.ts';
import { Observation } from './filters/observation.ts';
import { Refusals } from './filters/refusals.ts';
import { InflightRequests } from './inflightRequests.ts';
import { requestAttributes } from './requestAttributes.ts';
import { Router } from './router.ts';
import type { SocketRequest } from './socketRequest.ts';

export interface ApiServerOptions {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly access: Pick<ClusterAccess, 'authenticator' | 'authorizer' | 'rbac' | 'tokens'>;
  readonly gates?: FeatureGates;
  readonly observer?: ApiObserver | undefined;
  /** Sees every request from its beginning to its end, refused ones too: behind it nothing throws. */
  readonly audit?: Filter | undefined;
  /** Makes requests wait, or sends them away. */
  readonly flowControl?: Filter | undefined;
  readonly faults: Faults;
  /** What stands between what is allowed and the handler. */
  readonly beforeHandler?: readonly Filter[];
}

/**
 * Answers requests as a kube-apiserver does. Knows no sockets: whoever has a request may hand it in. Never throws: what goes wrong
 * becomes a Status. The filters are in kube-apiserver's order (apiserver `server/config.go`, `DefaultBuildHandlerChain`).
 */
export class ApiServer {
  readonly inflight: InflightRequests;
  readonly #authenticated: Next;
  readonly #serve: (request: SocketRequest) => Answer;

  constructor(options: ApiServerOptions) {
    const { registry, storage, clock, random, logger, access, faults, gates = defaultFeatureGates, observer, audit, flowControl, beforeHandler = [] } = options;
    const { authenticator, authorizer } = access;
    this.inflight = new InflightRequests(clock);
    const router = new Router({ registry, storage, access, clock, random, gates, observer, faults });
    const watched = [new Observation(this.inflight, observer), ...(audit ? [audit] : []), new Refusals(logger)];
    const guarded = [new Impersonation(authorizer), ...(flowControl ? [flowControl] : []), new Authorization(authorizer), new BodyReading(), ...beforeHandler];
    this.#authenticated = chain([...watched, ...guarded], (filtered) => onceLoaded(() => router.route(filtered)));
    const failed = chain(watched, () => {
      throw unauthorized();
    });
    this.#serve = authentication(authenticator, this.#authenticated, failed);
  }

  /** From a socket: whose it is, is found out first. */
  async serve(request: SocketRequest): Promise<ApiResponse> {
    return this.#serve(request);
  }

  /** From somebody who is known. */
  async handle(request: ApiRequest): Promise<ApiResponse> {
    return this.#authenticated({ request, attributes: requestAttributes(request), impersonation: undefined, readBody: undefined, delivery: undefined, notes: newNotes(request.body) });
  }
}
