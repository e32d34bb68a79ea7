import { type Clock, sleep } from '../base/clock.ts';
import { namespacedKey } from '../kube/key.ts';
import { hasMetadata, type KubeObject } from '../kube/object.ts';
import { formatResource, parseResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import type { GateDecision } from '../trace/gate.ts';
import { type ReconcileClient, type ResourceName, type StatusClient, TerminalError } from './api.ts';
import type { ReconcileRun } from './reconcileRun.ts';
import type { WriteOptions, WriteRequest, WriteTransport } from './writeTransport.ts';

export interface TracedClientOptions {
  readonly run: ReconcileRun;
  readonly transport: WriteTransport;
  readonly writes: WriteOptions;
  readonly clock: Clock;
}

/**
 * A reconcile's writes. Each is a value that can be held before it is sent; whoever lets it go may also skip it, refuse it in
 * the server's name, or send it later. Each says how it was answered.
 */
export class TracedClient implements ReconcileClient {
  readonly status: StatusClient;
  readonly #options: TracedClientOptions;

  constructor(options: TracedClientOptions) {
    this.#options = options;
    this.status = {
      update: (resource, object) => this.#stored({ ...this.#ofObject('update', resource, object), subresource: 'status' }),
      patch: (resource, namespace, name, patch) => this.#stored({ ...this.#named('patch', resource, namespace, name), subresource: 'status', body: patch }),
      apply: (resource, object, more) => this.#stored({ ...this.#ofObject('apply', resource, object), subresource: 'status', ...more }),
    };
  }

  create(resource: ResourceName, object: KubeObject): Promise<KubeObject> {
    return this.#stored(this.#ofObject('create', resource, object));
  }

  update(resource: ResourceName, object: KubeObject): Promise<KubeObject> {
    return this.#stored(this.#ofObject('update', resource, object));
  }

  patch(resource: ResourceName, namespace: string | undefined, name: string, patch: unknown): Promise<KubeObject> {
    return this.#stored({ ...this.#named('patch', resource, namespace, name), body: patch });
  }

  apply(resource: ResourceName, object: KubeObject, options?: { readonly force?: boolean }): Promise<KubeObject> {
    return this.#stored({ ...this.#ofObject('apply', resource, object), ...options });
  }

  async delete(resource: ResourceName, namespace: string | undefined, name: string): Promise<void> {
    await this.#write(this.#named('delete', resource, namespace, name));
  }

  #ofObject(verb: 'create' | 'update' | 'apply', resource: ResourceName, object: KubeObject): WriteRequest {
    const { namespace, name = object.metadata.generateName ?? '' } = object.metadata;
    return { ...this.#named(verb, resource, namespace, name), body: object };
  }

  #named(verb: WriteRequest['verb'], resource: ResourceName, namespace: string | undefined, name: string): WriteRequest {
    const parsed = parseResource(resource);
    if (!parsed) throw new TerminalError(`${JSON.stringify(resource)} names no resource: it is written as v1/pods or apps/v1/deployments.`);
    return { verb, resource: parsed, name, ...(namespace && { namespace }) };
  }

  /** The object that was written; what was sent stands in for it where nothing came back. */
  async #stored(request: WriteRequest): Promise<KubeObject> {
    return (await this.#write(request)) ?? (request.body as KubeObject);
  }

  async #write(request: WriteRequest): Promise<KubeObject | undefined> {
    const { run, transport, writes } = this.#options;
    const { verb, body } = request;
    const decision = await run.enter('reconcile.write', { summary: `${verb} ${targetOf(request)}`, ...(body !== undefined && { body }) });
    if (decision?.type === 'delay') await sleep(this.#options.clock, decision.ms, run.signal);
    run.signal.throwIfAborted();
    const code = verb === 'create' ? 201 : 200;
    if (decision?.type === 'skip') {
      this.#record(request, code, { decided: 'skipped' });
      return undefined;
    }
    try {
      if (decision?.type === 'fail') throw refusal(decision, request);
      const answer = await transport.write(request, writes, run.signal);
      const { name = request.name, resourceVersion: rv } = hasMetadata(answer) ? answer.metadata : {};
      this.#record({ ...request, name }, code, rv === undefined ? {} : { rv });
      return answer;
    } catch (error) {
      this.#record(request, ApiError.is(error) ? error.status : 0, decision?.type === 'fail' ? { decided: 'failed' } : {});
      throw error;
    }
  }

  #record(request: WriteRequest, code: number, more: { readonly rv?: string; readonly decided?: 'skipped' | 'failed' }): void {
    const { dryRun } = this.#options.writes;
    this.#options.run.record('reconcile.write', { verb: request.verb, target: targetOf(request), code, dryRun, ...more });
  }
}

/** `apps/v1/replicasets default/web-5f6c`, `v1/pods/status default/web-0` */
export function targetOf({ resource, subresource, namespace, name }: WriteRequest): string {
  return `${formatResource(resource)}${subresource ? `/${subresource}` : ''} ${namespacedKey(namespace, name)}`;
}

/** What the server would have said. */
function refusal({ code }: Extract<GateDecision, { readonly type: 'fail' }>, request: WriteRequest): ApiError {
  const [reason, message] =
    code === 409
      ? ['Conflict', `Operation cannot be fulfilled on ${targetOf(request)}: the object has been modified; please apply your changes to the latest version and try again`]
      : ['InternalError', `An error on the server prevented ${request.verb} ${targetOf(request)} from succeeding`];
  return new ApiError({ code, reason, message: `${message} (this answer was made here, when the write was let go)` });
}
