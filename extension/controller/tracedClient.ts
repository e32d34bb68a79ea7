import { namespacedKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { formatResource, type GroupVersionResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import type { WriteVerb } from '../trace/entry.ts';
import type { ReconcileClient } from './reconciler.ts';
import type { ReconcileRun } from './reconcileRun.ts';
import type { WriteOptions, WriteTransport } from './writeTransport.ts';

/** A reconcile's writes: each can be held before it is sent, and each says how the server answered. */
export class TracedClient implements ReconcileClient {
  readonly #run: ReconcileRun;
  readonly #transport: WriteTransport;
  readonly #options: WriteOptions;

  constructor(run: ReconcileRun, transport: WriteTransport, options: WriteOptions) {
    this.#run = run;
    this.#transport = transport;
    this.#options = options;
  }

  create(resource: GroupVersionResource, object: KubeObject): Promise<KubeObject> {
    const { namespace, name = object.metadata.generateName ?? '' } = object.metadata;
    return this.#write('create', resource, namespace, name, (signal) =>
      this.#transport.create(resource, namespace, object, this.#options, signal),
    );
  }

  update(resource: GroupVersionResource, object: KubeObject): Promise<KubeObject> {
    const { namespace, name = '' } = object.metadata;
    return this.#write('update', resource, namespace, name, (signal) =>
      this.#transport.update(resource, namespace, name, object, this.#options, signal),
    );
  }

  patch(resource: GroupVersionResource, namespace: string, name: string, patch: unknown): Promise<KubeObject> {
    return this.#write('patch', resource, namespace, name, (signal) =>
      this.#transport.patch(resource, namespace || undefined, name, patch, 'merge', this.#options, signal),
    );
  }

  async delete(resource: GroupVersionResource, namespace: string, name: string): Promise<void> {
    await this.#write('delete', resource, namespace, name, (signal) =>
      this.#transport.delete(resource, namespace || undefined, name, this.#options, signal),
    );
  }

  async #write<T>(
    verb: WriteVerb,
    resource: GroupVersionResource,
    namespace: string | undefined,
    name: string,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    await this.#run.enter('reconcile.write');
    const { dryRun } = this.#options;
    const target = (actual: string): string => `${formatResource(resource)} ${namespacedKey(namespace, actual)}`;
    try {
      const answer = await send(this.#run.signal);
      const written = metadataOf(answer);
      const rv = written?.resourceVersion;
      this.#run.record('reconcile.write', {
        verb,
        target: target(written?.name ?? name),
        code: verb === 'create' ? 201 : 200,
        dryRun,
        ...(rv !== undefined && { rv }),
      });
      return answer;
    } catch (error) {
      this.#run.record('reconcile.write', { verb, target: target(name), code: ApiError.is(error) ? error.status : 0, dryRun });
      throw error;
    }
  }
}

function metadataOf(answer: unknown): KubeObject['metadata'] | undefined {
  return (answer as Partial<KubeObject> | undefined)?.metadata;
}
