import type { KubeObject, ReconcileCache, ReconcileContext, SetupContext } from '../api.ts';
import { maxBody, objectsPerPart } from './limits.ts';
import type { Call } from './messages.ts';
import { sendable } from './sendable.ts';

/** What a call gives: a value, and before it the objects of a list that is too long for one message. */
export interface Answer {
  readonly value?: unknown;
  readonly parts?: Iterable<readonly KubeObject[]>;
}

/** Does what a process asks for, by the context of the run that it belongs to. @throws what the context throws, and for a body that is too large */
export async function answerCall(context: SetupContext | ReconcileContext, call: Call): Promise<Answer> {
  switch (call.verb) {
    case 'get': {
      const object = await cacheOf(context).get(call.resource, call.namespace, call.name);
      return object ? { value: sendable(object) } : {};
    }
    case 'list':
      return listed(await cacheOf(context).list(call.resource, call.namespace));
    case 'byIndex':
      return listed(await cacheOf(context).byIndex(call.resource, call.index, call.value));
    default:
      return write(context, call);
  }
}

async function write({ client }: SetupContext, call: Exclude<Call, { readonly verb: 'get' | 'list' | 'byIndex' }>): Promise<Answer> {
  switch (call.verb) {
    case 'create':
      return written(await client.create(call.resource, bounded(call.object)));
    case 'update':
      return written(await (call.status ? client.status : client).update(call.resource, bounded(call.object)));
    case 'apply': {
      const options = call.force ? { force: true } : undefined;
      return written(await (call.status ? client.status : client).apply(call.resource, bounded(call.object), options));
    }
    case 'patch':
      return written(await (call.status ? client.status : client).patch(call.resource, call.namespace, call.name, bounded(call.patch)));
    case 'delete':
      await client.delete(call.resource, call.namespace, call.name);
      return {};
  }
}

function written(object: KubeObject): Answer {
  return { value: sendable(object) };
}

function listed(objects: readonly KubeObject[]): Answer {
  if (objects.length <= objectsPerPart) return { value: objects.map(sendable) };
  return { value: [], parts: partsOf(objects) };
}

function* partsOf(objects: readonly KubeObject[]): Generator<readonly KubeObject[]> {
  for (let start = 0; start < objects.length; start += objectsPerPart) yield objects.slice(start, start + objectsPerPart).map(sendable);
}

function cacheOf(context: SetupContext | ReconcileContext): ReconcileCache {
  if ('cache' in context) return context.cache;
  throw new Error('nothing is cached yet while `setup` runs: it comes before anything is watched');
}

function bounded<Body>(body: Body): Body {
  const { length } = JSON.stringify(body);
  if (length <= maxBody) return body;
  throw new Error(`it has ${length} characters of JSON, and the API server takes ${maxBody} at most`);
}
