import type { KubeObject } from '../../../kube/object.ts';
import { maxObjectText, type ObjectFormat, type ObjectView } from '../../../protocol/pages/item.ts';
import { yamlField } from './yamlText.ts';

type Part = ObjectView['parts'][number];

export interface ObjectParts {
  readonly parts: readonly Part[];
  readonly cut: boolean;
}

/** Objects do not change: what was written once is written for good. */
const written = new WeakMap<KubeObject, Map<ObjectFormat, ObjectParts>>();

/** An object as text that can be folded: `metadata.managedFields` and `status` are parts of their own. Bounded; together the parts are the whole text. */
export function objectParts(object: KubeObject, format: ObjectFormat): ObjectParts {
  const known = written.get(object) ?? new Map<ObjectFormat, ObjectParts>();
  written.set(object, known);
  let parts = known.get(format);
  if (!parts) known.set(format, (parts = bounded(format === 'yaml' ? yamlParts(object) : jsonParts(object))));
  return parts;
}

/** The whole of it, for the clipboard: nothing is cut. */
export function objectText(object: KubeObject, format: ObjectFormat): string {
  return (format === 'yaml' ? yamlParts(object) : jsonParts(object)).map(({ text }) => text).join('');
}

function yamlParts(object: KubeObject): Part[] {
  const { before, metadata, managedFields, after, status } = split(object);
  return [
    { name: '', text: `${yamlFields(before, 0)}metadata:\n${yamlFields(metadata, 2)}` },
    ...(managedFields === undefined ? [] : [{ name: 'metadata.managedFields', text: yamlField('managedFields', managedFields, 2) }]),
    ...(Object.keys(after).length > 0 ? [{ name: '', text: yamlFields(after, 0) }] : []),
    ...(status === undefined ? [] : [{ name: 'status', text: yamlField('status', status) }]),
  ];
}

function jsonParts(object: KubeObject): Part[] {
  const { before, metadata, managedFields, after, status } = split(object);
  const own = jsonFields(metadata, 4);
  const head = `{\n${[...jsonFields(before, 2), `  "metadata": {`].join(',\n')}\n${own.join(',\n')}`;
  const rest = jsonFields(after, 2);
  const closed = `\n  }${rest.length > 0 || status !== undefined ? ',\n' : ''}`;
  return [
    { name: '', text: head + (managedFields !== undefined && own.length > 0 ? ',\n' : '') },
    ...(managedFields === undefined ? [] : [{ name: 'metadata.managedFields', text: jsonField('managedFields', managedFields, 4) }]),
    { name: '', text: `${closed}${rest.join(',\n')}${rest.length > 0 && status !== undefined ? ',\n' : ''}` },
    ...(status === undefined ? [] : [{ name: 'status', text: jsonField('status', status, 2) }]),
    { name: '', text: '\n}\n' },
  ];
}

type Fields = Readonly<Record<string, unknown>>;

function yamlFields(record: Fields, indent: number): string {
  return Object.entries(record)
    .map(([name, value]) => (value === undefined ? '' : yamlField(name, value, indent)))
    .join('');
}

function jsonFields(record: Fields, indent: number): string[] {
  return Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [jsonField(name, value, indent)]));
}

function jsonField(name: string, value: unknown, indent: number): string {
  const margin = ' '.repeat(indent);
  return `${margin}${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', `\n${margin}`)}`;
}

function split(object: KubeObject) {
  const { apiVersion, kind, metadata: whole, status, ...after } = object;
  const { managedFields, ...metadata } = whole;
  return { before: { ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }) }, metadata, managedFields, after, status };
}

function bounded(parts: readonly Part[]): ObjectParts {
  let left = maxObjectText;
  const kept: Part[] = [];
  for (const { name, text } of parts) {
    if (left <= 0) break;
    kept.push({ name, text: text.slice(0, left) });
    left -= text.length;
  }
  return { parts: kept, cut: left < 0 };
}
