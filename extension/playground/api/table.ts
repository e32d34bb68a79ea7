import type { KubeObject } from '../../kube/object.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ListMeta } from './listMeta.ts';

/** `meta.k8s.io/v1` Table, from which `kubectl get` prints. */

export function tableHead({ columns }: ResourceDefinition, metadata: Partial<ListMeta>): object {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map(({ name, type, format = '', description, wide }) => ({
      name,
      type,
      format,
      description,
      priority: wide ? 1 : 0,
    })),
  };
}

/** @param attached what of the object comes with its row; undefined for nothing */
export function tableRow({ columns, rowConditions }: ResourceDefinition, object: KubeObject, now: number, attached: KubeObject | undefined): object {
  const conditions = rowConditions(object);
  return { cells: columns.map((column) => column.cell(object, now)), ...(conditions.length > 0 && { conditions }), ...(attached && { object: attached }) };
}

/** A bookmark in a watch of tables: one row without cells, whose object has the version. */
export function bookmarkTable(object: KubeObject): object {
  const { resourceVersion } = object.metadata;
  return { kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion }, columnDefinitions: [], rows: [{ cells: [], object }] };
}
