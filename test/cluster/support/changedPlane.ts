import { seededRandomFor } from '../../../extension/base/random.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import { openClusterAt } from '../../support/openCluster.ts';
import { type ControlPlane, startControlPlane } from '../apiServer.ts';
import { Changes } from './changes.ts';

export const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

/** Of the objects that are changed; one of them is what some variants look at alone. */
export const namespaces = ['odd', 'even'];

export interface ChangedPlaneOptions {
  readonly seed: number;
  /** How many config maps there may be. */
  readonly keys: number;
  /** How many of them there are from the beginning. */
  readonly created: number;
  readonly apiServerArguments?: readonly string[];
}

/** A control plane, and one who changes config maps on it over a connection of its own; nobody else does. */
export class ChangedPlane {
  readonly plane: ControlPlane;
  readonly changes: Changes;
  readonly #writer: Cluster;

  private constructor(plane: ControlPlane, writer: Cluster, { seed, keys }: ChangedPlaneOptions) {
    this.plane = plane;
    this.#writer = writer;
    this.changes = new Changes({ cluster: writer, resource: configMaps, kind: 'ConfigMap', random: seededRandomFor(seed, 'changes'), namespaces, keys });
  }

  /** Whoever starts it closes it. */
  static async start(options: ChangedPlaneOptions): Promise<ChangedPlane> {
    const { created, apiServerArguments = [] } = options;
    const plane = await startControlPlane({ apiServerArguments });
    try {
      for (const namespace of namespaces) await plane.kubectl(['create', 'namespace', namespace]);
      const changed = new ChangedPlane(plane, await openClusterAt(plane.kubeconfig), options);
      await changed.changes.each(Array.from({ length: created }, (_, index) => index), (index) => changed.changes.create(index));
      return changed;
    } catch (error) {
      await plane.stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.plane.stop();
  }
}
