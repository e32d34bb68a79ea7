import { systemMasters, type UserInfo } from './userInfo.ts';

/** What somebody wants to do (apiserver `pkg/authorization/authorizer`). Empty texts stand for what is not there. */
export interface AccessAttributes {
  /** False: of a path that is no resource, `/healthz`. */
  readonly isResourceRequest: boolean;
  /** That of RBAC for resources, the method in lower case for everything else. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Decoded. */
  readonly path: string;
}

/** `pods`, `pods/log`: how rules name what is asked for. */
export function resourceName({ resource, subresource }: Pick<AccessAttributes, 'resource' | 'subresource'>): string {
  return subresource === '' ? resource : `${resource}/${subresource}`;
}

export interface Decision {
  readonly allowed: boolean;
  /** Why, where there is anything to say. */
  readonly reason: string;
}

/** Decides what a user may do: for requests and for whoever acts inside of the server. Takes no time worth waiting for. */
export interface Authorizer {
  authorize(user: UserInfo, attributes: AccessAttributes): Decision;
}

const allowed: Decision = { allowed: true, reason: '' };
const noOpinion: Decision = { allowed: false, reason: '' };

/** Lets `system:masters` do everything, before any other is asked. */
export class MastersAuthorizer implements Authorizer {
  readonly #others: Authorizer | undefined;

  constructor(others?: Authorizer) {
    this.#others = others;
  }

  authorize(user: UserInfo, attributes: AccessAttributes): Decision {
    if (user.groups.includes(systemMasters)) return allowed;
    return this.#others?.authorize(user, attributes) ?? noOpinion;
  }
}
