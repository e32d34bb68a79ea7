import { type JsonPath, parseJsonPath } from '../../kube/jsonPath.ts';
import type { KubeObject } from '../../kube/object.ts';
import { ageColumn, nameColumn } from '../registry/columns.ts';
import { ageOf } from '../registry/humanDuration.ts';
import type { TableColumn } from '../registry/resourceDefinition.ts';
import type { PrinterColumn } from './crdShapes.ts';

/** Name, and what the definition names; its age where it names nothing. */
export function printerColumns(columns: readonly PrinterColumn[] = []): TableColumn[] {
  return [nameColumn, ...(columns.length > 0 ? columns.map(printerColumn) : [ageColumn])];
}

function printerColumn({ name, type, format, description = '', priority = 0, jsonPath }: PrinterColumn): TableColumn {
  const find = parseJsonPath(jsonPath) ?? ((): readonly unknown[] => []);
  return {
    name,
    type: type as TableColumn['type'],
    ...(format && { format }),
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(priority > 0 && { wide: true }),
    cell: (object, now) => cellOf(type, find, object, now),
  };
}

/** Null where there is nothing of that type to show. */
function cellOf(type: string, find: JsonPath, object: KubeObject, now: number): string | number | boolean | null {
  const found = find(object);
  const [first] = found;
  switch (type) {
    case 'integer':
      return typeof first === 'number' ? Math.trunc(first) : null;
    case 'number':
      return typeof first === 'number' ? first : null;
    case 'boolean':
      return typeof first === 'boolean' ? first : null;
    case 'date':
      return typeof first === 'string' ? ageOf(first, now) : null;
    default:
      return found.length === 0 ? null : found.map(textOf).join(',');
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
