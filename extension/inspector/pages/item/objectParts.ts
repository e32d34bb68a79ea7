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
  const fields = (record: Readonly<Record<string, unknown>>, indent: number): string => Object.entries(record).map(([name, value]) => yamlField(name, value, indent)).join('');
  return [
    { name: '', text: `${fields(before, 0)}metadata:\n${fields(metadata, 2)}` },
    ...(managedFields === undefined ? [] : [{ name: 'metadata.managedFields', text: yamlField('managedFields', managedFields, 2) }]),
    ...(Object.keys(after).length > 0 ? [{ name: '', text: fields(after, 0) }] : []),
    ...(status === undefined ? [] : [{ name: 'status', text: yamlField('status', status) }]),
  ];
}

function jsonParts(object: KubeObject): Part[] {
  const { before, metadata, managedFields, after, status } = split(object);
  const field = (name: string, value: unknown, indent: number): string => `${' '.repeat(indent)}${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`)}`;
  const fields = (record: Readonly<Record<string, unknown>>, indent: number): string[] => Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [field(name, value, indent)]));
  const own = fields(metadata, 4);
  const head = `{\n${[...fields(before, 2), `  "metadata": {`].join(',\n')}\n${own.join(',\n')}`;
  const rest = fields(after, 2);
  const closed = `\n  }${rest.length > 0 || status !== undefined ? ',\n' : ''}`;
  return [
    { name: '', text: head + (managedFields !== undefined && own.length > 0 ? ',\n' : '') },
    ...(managedFields === undefined ? [] : [{ name: 'metadata.managedFields', text: field('managedFields', managedFields, 4) }]),
    { name: '', text: `${closed}${rest.join(',\n')}${rest.length > 0 && status !== undefined ? ',\n' : ''}` },
    ...(status === undefined ? [] : [{ name: 'status', text: field('status', status, 2) }]),
    { name: '', text: '\n}\n' },
  ];
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
