import { sum } from '../../base/sum.ts';
import type { Identity } from '../../cluster/identity.ts';
import { effectiveGroups } from '../../cluster/impersonation.ts';
import type { Impersonation } from '../../cluster/kubeconfigEntries.ts';
import { type IdentityView, type ImpersonatedView, serverLimits } from '../../protocol/pages/server.ts';
import { clipName } from '../clip.ts';

/** Who asks a server. What a kubeconfig calls people may be as long as it likes. */
export function identityView({ user, withheld, impersonated, replaced }: Identity): IdentityView {
  return { user: clipName(user), withheld, impersonated: impersonated ? impersonatedView(impersonated) : null, replaced: clipName(replaced?.user ?? '') };
}

function impersonatedView(impersonated: Impersonation): ImpersonatedView {
  const { user = '', uid = '', extra } = impersonated;
  const groups = effectiveGroups(impersonated);
  const extras = Object.entries(extra);
  const values = extras.map(([, each]) => each.length);
  return {
    user: clipName(user),
    uid: clipName(uid),
    groups: groups.slice(0, serverLimits.groups).map(clipName),
    extra: extras.slice(0, serverLimits.extra).map(([name, each]) => ({ name: clipName(name), values: each.slice(0, serverLimits.extra).map(clipName) })),
    more: beyond(groups.length, serverLimits.groups) + beyond(extras.length, serverLimits.extra) + sum(values.slice(0, serverLimits.extra), (each) => beyond(each, serverLimits.extra)),
  };
}

function beyond(length: number, most: number): number {
  return Math.max(0, length - most);
}
