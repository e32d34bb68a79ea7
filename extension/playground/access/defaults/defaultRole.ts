import type { PolicyRule } from '../../registry/rbacShapes.ts';

/** A ClusterRole that every cluster has. */
export interface DefaultRole {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly rules: readonly PolicyRule[];
  /** It has the rules of all whose label says so: `view`. */
  readonly aggregates?: string;
}

/** Lists are written with spaces between their words; the core group is the empty one. */
export function rule(groups: string | readonly string[], resources: string, verbs: string, names?: string): PolicyRule {
  return {
    verbs: words(verbs),
    apiGroups: typeof groups === 'string' ? [groups] : groups,
    resources: words(resources),
    ...(names && { resourceNames: words(names) }),
  };
}

export function anyResource(verbs: string): PolicyRule {
  return rule('*', '*', verbs);
}

export function paths(urls: string, verbs: string): PolicyRule {
  return { verbs: words(verbs), nonResourceURLs: words(urls) };
}

function words(text: string): string[] {
  return text.split(' ').toSorted();
}
