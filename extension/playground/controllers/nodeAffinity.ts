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
  const { name = '', labels = {} } = metadata;
  return (required.nodeSelectorTerms ?? []).some(({ matchExpressions = [], matchFields = [] }) => {
    // A term that asks for nothing matches nothing.
    if (matchExpressions.length + matchFields.length === 0) return false;
    return matchExpressions.every((each) => holds(each, labels[each.key])) && matchFields.every((each) => holds(each, each.key === 'metadata.name' ? name : undefined));
  });
}

function holds({ operator, values = [] }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return Number.parseInt(value ?? '', 10) > Number(values[0]);
    case 'Lt':
      return Number.parseInt(value ?? '', 10) < Number(values[0]);
    default:
      return false;
  }
}
