import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { Admission } from '../registry/admission.ts';
import type { Storage } from '../storage/storage.ts';
import type { Authenticator } from './authenticator.ts';
import { type Authorizer, MastersAuthorizer } from './authorizer.ts';
import { EscalationCheck } from './rbac/escalation.ts';
import { RbacAuthorizer } from './rbac/rbacAuthorizer.ts';
import { RoleIndex } from './rbac/roleIndex.ts';
import { ServiceAccountTokens } from './serviceAccountTokens.ts';
import { TokenAuthenticator, type UserToken } from './tokenAuthenticator.ts';

/** Who is who in a cluster, and what they may: by what its storage has of roles, bindings and accounts at the time. */
export class ClusterAccess implements Disposable {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** What somebody was given, besides what `system:masters` may. */
  readonly rbac: RbacAuthorizer;
  readonly admission: Admission;
  readonly tokens: ServiceAccountTokens;
  readonly #owned = new DisposableStore();

  constructor(storage: Storage, clock: Clock, known: readonly UserToken[]) {
    const index = this.#owned.add(new RoleIndex(storage));
    const users = new TokenAuthenticator(known);
    this.tokens = new ServiceAccountTokens(storage, clock);
    this.authenticator = { authenticate: (authorization) => users.authenticate(authorization) ?? this.tokens.authenticate(authorization) };
    this.rbac = new RbacAuthorizer(index);
    this.authorizer = new MastersAuthorizer(this.rbac);
    this.admission = new EscalationCheck(this.authorizer, this.rbac, index);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
