import { ageOf } from './humanDuration.ts';
import type { TableColumn } from './resourceDefinition.ts';
import type { PodSpec } from './shapes.ts';

export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique within its namespace',
  cell: (object) => object.metadata.name ?? '',
};

export const ageColumn: TableColumn = {
  name: 'Age',
  type: 'string',
  description: 'Time since the object was created',
  cell: (object, now) => ageOf(object.metadata.creationTimestamp, now),
};

export function createdColumn(description: string): TableColumn {
  return { name: 'Created At', type: 'date', description, cell: (object) => object.metadata.creationTimestamp ?? '' };
}

export function containerNames(spec: PodSpec): string {
  return spec.containers.map(({ name }) => name).join(',');
}

export function containerImages(spec: PodSpec): string {
  return spec.containers.map(({ image }) => image ?? '').join(',');
}
