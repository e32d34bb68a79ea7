import { type Clock, sleep } from '../base/clock.ts';
import { CodedError, messageOf } from '../base/codedError.ts';
import { namespacedKey } from '../kube/key.ts';
import { hasMetadata, type KubeObject } from '../kube/object.ts';
import { formatResource, parseResource } from '../kube/resource.ts';
import { ApiError as RefusedByServer } from '../kube/status.ts';
import type { Seq } from '../trace/entry.ts';
import type { GateDecision, GateEffect } from '../trace/gate.ts';
import { ApiError, type ReconcileClient, type ResourceName, type StatusClient, TerminalError } from './api.ts';
import type { ReconcileRun } from './reconcileRun.ts';
import type { WriteOptions, WriteRequest, WriteTransport } from './writeTransport.ts';

/** A write that is over, however it ended. */
export interface Written {
  readonly request: WriteRequest;
  /** Its `reconcile.write` entry. */
  readonly seq: Seq;
  /** HTTP status; 0 when no answer came. */
  readonly code: number;
  /** What came back. */
  readonly object?: KubeObject | undefined;
  /** What the cache had of the object when this was sent: the answer may come after the watch event. */
  readonly cached?: KubeObject | undefined;
  readonly decided?: 'skipped' | 'failed' | 'delayed';
}

export interface TracedClientOptions {
  readonly run: ReconcileRun;
  readonly transport: WriteTransport;
  readonly writes: WriteOptions;
  readonly clock: Clock;
  /** What the controller's caches have of the object that is to be written. */
  readonly cached?: (request: WriteRequest) => KubeObject | undefined;
  readonly onWritten?: (written: Written) => void;
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
      update: async (resource, object) => this.#stored({ ...ofObject('update', resource, object), subresource: 'status' }),
      patch: async (resource, namespace, name, patch) => this.#stored({ ...named('patch', resource, namespace, name), subresource: 'status', body: jsonOf(patch) }),
      apply: async (resource, object, more) => this.#stored({ ...ofObject('apply', resource, object), subresource: 'status', ...more }),
    };
  }

  async create(resource: ResourceName, object: KubeObject): Promise<KubeObject> {
    return this.#stored(ofObject('create', resource, object));
  }

  async update(resource: ResourceName, object: KubeObject): Promise<KubeObject> {
    return this.#stored(ofObject('update', resource, object));
  }

  async patch(resource: ResourceName, namespace: string | undefined, name: string, patch: unknown): Promise<KubeObject> {
    return this.#stored({ ...named('patch', resource, namespace, name), body: jsonOf(patch) });
  }

  async apply(resource: ResourceName, object: KubeObject, options?: { readonly force?: boolean }): Promise<KubeObject> {
    return this.#stored({ ...ofObject('apply', resource, object), ...options });
  }

  async delete(resource: ResourceName, namespace: string | undefined, name: string): Promise<void> {
    await this.#write(named('delete', resource, namespace, name));
  }

  /** The object that was written. Where nothing came back, what was sent stands in for it; for a patch, the object that it was to change. */
  async #stored(request: WriteRequest): Promise<KubeObject> {
    const { body, namespace, name } = request;
    return (await this.#write(request)) ?? (hasMetadata(body) && request.verb !== 'patch' ? body : (this.#cachedOf(request) ?? { metadata: { ...(namespace && { namespace }), name } }));
  }

  async #write(request: WriteRequest): Promise<KubeObject | undefined> {
    const { run, writes, clock } = this.#options;
    refuseOthers(request, writes, run.controller);
    const decision = await run.enter('reconcile.write', effectOf(request));
    switch (decision?.type) {
      case 'skip':
        this.#record(request, successOf(request), { decided: 'skipped', cached: this.#cachedOf(request) });
        return undefined;
      case 'fail':
        this.#record(request, decision.code, { decided: 'failed', cached: this.#cachedOf(request) });
        throw refusal(decision, request);
      case 'delay':
        await sleep(clock, decision.ms, run.signal);
        run.signal.throwIfAborted();
        return this.#send(request, { decided: 'delayed' });
      default:
        return this.#send(request, {});
    }
  }

  async #send(request: WriteRequest, decided: Pick<Written, 'decided'>): Promise<KubeObject | undefined> {
    const { run, transport, writes, clock } = this.#options;
    const { names } = transport;
    const auditId = names?.next();
    const sent = clock.now();
    const cached = this.#cachedOf(request);
    const tell = (seq: Seq): void => {
      if (auditId !== undefined) names?.told(auditId, seq);
    };
    try {
      const { code, object } = await transport.write(request, { ...writes, ...(auditId !== undefined && { auditId }) }, run.signal);
      // A name that the server has made up is known only now.
      const { name = request.name } = hasMetadata(object) ? object.metadata : {};
      tell(this.#record({ ...request, name }, code, { ...decided, object, cached, ms: clock.now() - sent }));
      return object;
    } catch (error) {
      tell(this.#record(request, RefusedByServer.is(error) ? error.status : 0, { ...decided, cached, ms: clock.now() - sent }));
      run.signal.throwIfAborted();
      throw RefusedByServer.is(error) ? error : noAnswer(error);
    }
  }

  #cachedOf(request: WriteRequest): KubeObject | undefined {
    return this.#options.cached?.(request);
  }

  #record(request: WriteRequest, code: number, { object, cached, decided, ms }: Pick<Written, 'object' | 'cached' | 'decided'> & { readonly ms?: number }): Seq {
    const { run, writes, onWritten } = this.#options;
    const rv = object?.metadata.resourceVersion;
    const seq = run.record('reconcile.write', {
      verb: request.verb,
      target: targetOf(request),
      code,
      dryRun: writes.dryRun,
      ...(rv !== undefined && { rv }),
      ...(ms !== undefined && { ms }),
      ...(decided && { decided }),
    });
    onWritten?.({ request, seq, code, object, cached, ...(decided && { decided }) });
    return seq;
  }
}

/** `apps/v1/replicasets default/web-5f6c`, `v1/pods/status default/web-0` */
export function targetOf({ resource, subresource, namespace, name }: WriteRequest): string {
  return `${formatResource(resource)}${subresource ? `/${subresource}` : ''} ${namespacedKey(namespace, name)}`;
}

/** A dry run stores nothing, wherever it is. @throws TerminalError for a write to what nobody was asked about */
function refuseOthers(request: WriteRequest, { dryRun, allowed }: WriteOptions, controller: string): void {
  if (!allowed || dryRun) return;
  const { verb, namespace } = request;
  const resource = formatResource(request.resource);
  if (!allowed.resources.includes(resource)) {
    throw new TerminalError(`${controller} may not ${verb} ${targetOf(request)}: it was allowed to write to ${allowed.resources.join(', ')} only. Name ${resource} under \`writes\`, and run it again.`);
  }
  const place = resource === 'v1/namespaces' ? request.name : namespace;
  if (allowed.namespace === undefined || place === undefined || place === allowed.namespace) return;
  throw new TerminalError(`${controller} may not ${verb} ${targetOf(request)}: it was allowed to write in the namespace ${allowed.namespace} only. Run it again in all namespaces, or in that one.`);
}

function effectOf(request: WriteRequest): GateEffect {
  const { body, resource, ...address } = request;
  return { summary: `${request.verb} ${targetOf(request)}`, write: { ...address, resource: formatResource(resource) }, ...(body !== undefined && { body }) };
}

function successOf({ verb }: WriteRequest): number {
  return verb === 'create' ? 201 : 200;
}

function ofObject(verb: 'create' | 'update' | 'apply', resource: ResourceName, object: KubeObject): WriteRequest {
  const body = jsonOf(object);
  if (!hasMetadata(body)) throw new TerminalError(`There is nothing to ${verb} in ${resource}: it takes an object with \`metadata\`.`);
  const { namespace, name, generateName } = body.metadata;
  if (verb === 'create' && !name && generateName) return { ...addressed(verb, resource, namespace), name: generateName, body };
  return { ...named(verb, resource, namespace, name), body };
}

function named(verb: WriteRequest['verb'], resource: ResourceName, namespace: string | undefined, name: unknown): WriteRequest {
  if (isPathSegment(name)) return { ...addressed(verb, resource, namespace), name };
  throw new TerminalError(`There is nothing to ${verb} in ${resource}: ${name ? `${JSON.stringify(name)} is not the name of an object` : 'the object has no name'}.`);
}

function addressed(verb: WriteRequest['verb'], resource: ResourceName, namespace: unknown): Omit<WriteRequest, 'name'> {
  const parsed = parseResource(resource);
  if (!parsed) throw new TerminalError(`${JSON.stringify(resource)} names no resource: it is written as v1/pods or apps/v1/deployments.`);
  if (!namespace) return { verb, resource: parsed };
  if (isPathSegment(namespace)) return { verb, resource: parsed, namespace };
  throw new TerminalError(`There is nothing to ${verb} in ${resource}: ${JSON.stringify(namespace)} is not a namespace.`);
}

/** What may stand in a path by itself; an empty name would be that of the whole collection. */
function isPathSegment(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text !== '.' && text !== '..' && text.length <= 253 && !/[/%]/.test(text);
}

/** A copy, so that what is sent is what was shown while it was held. @throws for what is no JSON */
function jsonOf(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** Told to the author as what he knows. */
function noAnswer(error: unknown): ApiError {
  return Object.assign(new ApiError(messageOf(error), 0, error instanceof CodedError ? error.code : ''), { cause: error });
}

/** What the server would have said. */
function refusal({ code }: Extract<GateDecision, { readonly type: 'fail' }>, request: WriteRequest): RefusedByServer {
  const [reason, message] =
    code === 409
      ? ['Conflict', `Operation cannot be fulfilled on ${targetOf(request)}: the object has been modified; please apply your changes to the latest version and try again`]
      : ['InternalError', `An error on the server prevented ${request.verb} ${targetOf(request)} from succeeding`];
  return new RefusedByServer({ code, reason, message: `${message} (this answer was made here, when the write was let go)` });
}
