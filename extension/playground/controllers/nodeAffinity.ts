import { type LabelRequirement, matchesLabels, nodeOperators } from '../../kube/labelSelector.ts';
import type { Node, Pod } from '../registry/shapes.ts';

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

interface Term {
  readonly matchExpressions?: readonly Requirement[];
  readonly matchFields?: readonly Requirement[];
}

interface Affinity {
  readonly nodeAffinity?: { readonly requiredDuringSchedulingIgnoredDuringExecution?: { readonly nodeSelectorTerms?: readonly Term[] } };
}

/** Whether a node is one of those that the pod must be on: it fits one of the terms, wholly (component-helpers `nodeaffinity`). Pure. */
export function fitsRequiredAffinity({ spec }: Pod, { metadata }: Node): boolean {
  const { nodeAffinity } = (spec['affinity'] ?? {}) as Affinity;
  const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!required) return true;
  const { name = '', labels } = metadata;
  return (required.nodeSelectorTerms ?? []).some(({ matchExpressions = [], matchFields = [] }) => {
    // A term that asks for nothing matches nothing.
    if (matchExpressions.length + matchFields.length === 0) return false;
    return matchesLabels(matchExpressions.map(asRequirement), labels) && matchesLabels(matchFields.map(asRequirement), { 'metadata.name': name });
  });
}

/** Its operator has been validated with the pod. */
function asRequirement({ key, operator, values = [] }: Requirement): LabelRequirement {
  return { key, operator: nodeOperators[operator]!, values };
}
