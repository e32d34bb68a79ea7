import type { KubeObject } from '../../../kube/object.ts';
import type { TraceEntry, TraceKind } from '../../../trace/entry.ts';
import type { Seen, Since } from '../condition.ts';
import type { ScenarioCheck } from '../scenario.ts';
import { words } from '../words.ts';

export const configMaps = 'v1/configmaps';

/** In its name and its values, `{n}` counts where it is made several times. */
export function configMap(namespace: string, name: string, data: Readonly<Record<string, string>> = { value: '0' }): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}

/** Nobody has an informer on them but a scenario: what is broken for their watches is broken for hardly anybody else. */
export const leases = 'coordination.k8s.io/v1/leases';

/** Part of the user agent of a session, by which a fault leaves other clients alone. */
export const sessionWatches = 'informer-inspector';

export function lease(namespace: string, name: string): KubeObject {
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace }, spec: { holderIdentity: 'holder', leaseDurationSeconds: 15 } };
}

/** The entry, if it is of this kind. */
export function ofKind<Kind extends TraceKind>(entry: TraceEntry | undefined, kind: Kind): Extract<TraceEntry, { readonly kind: Kind }> | undefined {
  return entry?.kind === kind ? (entry as Extract<TraceEntry, { readonly kind: Kind }>) : undefined;
}

/** A check that so many entries match, and no more. */
export function exactly(times: number, filter: string, en: string, zh: string, since?: Since): ScenarioCheck {
  return { says: words(en, zh), holds: (seen) => seen.entries(filter, since).length === times };
}

export function atLeast(times: number, filter: string, en: string, zh: string, since?: Since): ScenarioCheck {
  return { says: words(en, zh), holds: (seen) => seen.entries(filter, since).length >= times };
}

export function check(en: string, zh: string, holds: (seen: Seen) => boolean): ScenarioCheck {
  return { says: words(en, zh), holds };
}
