import type { Clock } from '../../../base/clock.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { formatGroupVersion } from '../../../kube/resource.ts';
import { resourceName } from '../../access/authorizer.ts';
import type { ClusterAccess } from '../../access/clusterAccess.ts';
import type { UserInfo } from '../../access/userInfo.ts';
import type { Registry } from '../../registry/registry.ts';
import { methodNotAllowed, pathNotFound } from '../../statusErrors.ts';
import { type ApiRequest, type ApiResponse, jsonResponse } from '../apiRequest.ts';
import { decodeObject, fieldValidation, parseObjectBody } from '../requestBody.ts';
import type { ResourcePath } from '../requestPath.ts';
import { reviewAccess, reviewOwnAccess } from './accessReviews.ts';
import { requestToken } from './requestToken.ts';
import { reviewRules } from './reviewRules.ts';
import { expectedKind, type ReviewKind, reviewKinds, type ReviewName } from './reviewKinds.ts';

export interface ReviewPorts {
  readonly access: Pick<ClusterAccess, 'authorizer' | 'rbac' | 'tokens'>;
  readonly registry: Registry;
  readonly clock: Clock;
}

type Answer = (object: KubeObject, user: UserInfo, path: ResourcePath) => object;

const names = new Map(Object.entries(reviewKinds).map(([name, { group, version, resource }]) => [`${group}/${version}/${resource}`, name as ReviewName] as const));

/** Answers what is asked about users and what they may. Nothing is stored. */
export class Reviews {
  readonly #ports: ReviewPorts;

  constructor(ports: ReviewPorts) {
    this.#ports = ports;
  }

  /** Undefined for a path that is none of a review. */
  find(path: ResourcePath): ReviewName | undefined {
    return names.get(`${path.group}/${path.version}/${resourceName(path)}`);
  }

  /** @throws ApiError */
  answer(review: ReviewName, request: ApiRequest, path: ResourcePath): ApiResponse {
    const kind: ReviewKind = reviewKinds[review];
    const isOfObject = kind.resource.includes('/');
    if ((path.namespace !== '') !== kind.namespaced || (path.name !== '') !== isOfObject) throw pathNotFound();
    if (request.method !== 'POST') throw methodNotAllowed();
    const of = expectedKind(kind);
    const { object, warnings } = decodeObject(parseObjectBody(request, of.schema), of, fieldValidation(request.query));
    const answered = this.#answers[review](object, request.user, path);
    return jsonResponse({ ...object, kind: kind.kind, apiVersion: formatGroupVersion(of), ...answered }, 201, warnings);
  }

  readonly #answers: Readonly<Record<ReviewName, Answer>> = {
    ownAccess: (object, user) => ({ status: reviewOwnAccess(reviewKinds.ownAccess, object, user, this.#ports.access.authorizer) }),
    access: (object) => ({ status: reviewAccess(reviewKinds.access, object, '', this.#ports.access.authorizer) }),
    localAccess: (object, _user, { namespace }) => ({ status: reviewAccess(reviewKinds.localAccess, object, namespace, this.#ports.access.authorizer) }),
    ownRules: (object, user) => ({ status: reviewRules(object, user, this.#ports.access.rbac) }),
    whoAmI: (_object, { name: username, uid, groups, extra }) => ({
      status: { userInfo: { username, ...(uid && { uid }), groups, ...(Object.keys(extra).length > 0 && { extra }) } },
    }),
    token: (object, _user, { namespace, name }) => {
      const { access, registry, clock } = this.#ports;
      return requestToken(object, namespace, name, { tokens: access.tokens, registry, now: clock.wallTime() });
    },
  };
}
