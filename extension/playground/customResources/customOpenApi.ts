import { isRecord } from '../../kube/object.ts';
import type { GroupVersionResource } from '../../kube/resource.ts';
import type { StructuralSchema } from './structuralSchema.ts';

type Kind = Omit<GroupVersionResource, 'resource'> & { readonly kind: string };

/** What the older document has no words for. */
const newerKeywords = new Set(['nullable', 'default', 'allOf', 'anyOf', 'oneOf', 'not', 'x-kubernetes-validations']);

/** The schema of somebody's own kind as OpenAPI documents have it: with what every object has. */
export function openApiOf(schema: StructuralSchema, kind: Kind, version: 2 | 3): object {
  const root = version === 2 ? '#/definitions/' : '#/components/schemas/';
  const metadata = { $ref: `${root}io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta` };
  const known = version === 2 ? (withoutNewer(schema) as StructuralSchema) : schema;
  const properties = { apiVersion: { type: 'string' }, kind: { type: 'string' }, ...known.properties, metadata };
  return { ...known, properties, 'x-kubernetes-group-version-kind': [{ group: kind.group, kind: kind.kind, version: kind.version }] };
}

/** Names of properties are not keywords, whatever they are. */
function withoutNewer(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !newerKeywords.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === 'properties' && isRecord(value)) return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutNewer(inner)]))];
      return [keyword, keyword === 'items' || keyword === 'additionalProperties' ? withoutNewer(value) : value];
    }),
  );
}
