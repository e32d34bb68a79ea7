import { english, type Saying } from '../../base/saying.ts';
import { hasMetadata, isRecord, type KubeObject } from '../../kube/object.ts';
import type { Key, ReconcileResult } from '../api.ts';
import { DefinitionProblem, readDefinition } from './definition.ts';
import { maxDepth, maxKeys, maxName, maxRequeueMs, maxText } from './limits.ts';
import type { Call, FileProblem, FileProblemCode, FromProcess, Leaving, OutputLevel, SentError, ToProcess } from './messages.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Every field is looked at and bounded, and what is no field is left out: nothing that a process says is trusted. Undefined: no message. */
export function readFromProcess(value: unknown): FromProcess | undefined {
  if (!isRecord(value)) return undefined;
  switch (value['type']) {
    case 'done':
      return readDone(value);
    case 'call':
      return readCallMessage(value);
    case 'mapped':
      return readMapped(value);
    case 'threw': {
      const error = readError(value['error']);
      return isNumber(value['run']) && error ? { type: 'threw', run: value['run'], error } : undefined;
    }
    case 'pong':
      return isNumber(value['number']) ? { type: 'pong', number: value['number'] } : undefined;
    case 'memory':
      return isNumber(value['bytes']) ? { type: 'memory', bytes: value['bytes'] } : undefined;
    case 'output':
      return readOutput(value);
    case 'mutation': {
      const { run, path, at } = value;
      return isNumber(run) && isName(path) && isName(at) ? { type: 'mutation', run, path, at } : undefined;
    }
    case 'ready':
      return readReady(value['definition']);
    case 'failed': {
      const problem = readProblem(value['problem']);
      return problem && { type: 'failed', problem };
    }
    case 'debugger': {
      const { port } = value;
      return isNumber(port) && port > 0 && port < 65_536 ? { type: 'debugger', port } : undefined;
    }
    case 'attached':
      return { type: 'attached' };
    case 'leaving': {
      const why = readLeaving(value['why']);
      return why && { type: 'leaving', why };
    }
    default:
      return undefined;
  }
}

/** The same for the other direction: what is said by whoever started the process is still no reason to run into a wall. */
export function readToProcess(value: unknown): ToProcess | undefined {
  if (!isRecord(value)) return undefined;
  const { type, run, call } = value;
  switch (type) {
    case 'reconcile': {
      const { key, causes } = value;
      return isNumber(run) && typeof key === 'string' && Array.isArray(causes) && causes.every(isNumber) ? { type, run, key, causes } : undefined;
    }
    case 'answer':
      return isNumber(call) ? { type, call, value: value['value'] } : undefined;
    case 'part':
      return isNumber(call) && Array.isArray(value['objects']) ? { type, call, objects: value['objects'] as readonly KubeObject[] } : undefined;
    case 'refuse': {
      const error = readError(value['error']);
      return isNumber(call) && error ? { type, call, error } : undefined;
    }
    case 'map':
      return isNumber(run) && isNumber(value['watch']) && hasMetadata(value['object']) ? { type, run, watch: value['watch'], object: value['object'] } : undefined;
    case 'abort':
    case 'setup':
      return isNumber(run) ? { type, run } : undefined;
    case 'ping':
      return isNumber(value['number']) ? { type, number: value['number'] } : undefined;
    case 'stop':
      return { type };
    default:
      return undefined;
  }
}

function readDone({ run, result }: Fields): FromProcess | undefined {
  if (!isNumber(run)) return undefined;
  if (result === undefined) return { type: 'done', run };
  const read = readResult(result);
  return read && { type: 'done', run, result: read };
}

/** What a `reconcile` may return. Undefined: nothing of the kind. */
export function readResult(value: unknown): ReconcileResult | undefined {
  if (!isRecord(value)) return undefined;
  const { requeue, requeueAfter } = value;
  if (requeue !== undefined && typeof requeue !== 'boolean') return undefined;
  if (requeueAfter !== undefined && !(typeof requeueAfter === 'number' && requeueAfter >= 0 && requeueAfter <= maxRequeueMs)) return undefined;
  return { ...(requeue !== undefined && { requeue }), ...(requeueAfter !== undefined && { requeueAfter }) };
}

function readMapped({ run, keys }: Fields): FromProcess | undefined {
  const read = readKeys(keys);
  return isNumber(run) && read ? { type: 'mapped', run, keys: read } : undefined;
}

/** What a `map` may return. Undefined: nothing of the kind. */
export function readKeys(value: unknown): Key[] | undefined {
  if (!Array.isArray(value) || value.length > maxKeys) return undefined;
  const keys: Key[] = [];
  for (const each of value) {
    if (!isRecord(each)) return undefined;
    const { namespace, name } = each;
    if (!isName(name) || name === '' || !isOptionalName(namespace)) return undefined;
    keys.push(namespace === undefined || namespace === '' ? { name } : { namespace, name });
  }
  return keys;
}

function readCallMessage({ call, run, does }: Fields): FromProcess | undefined {
  const read = isRecord(does) ? readCall(does) : undefined;
  return isNumber(call) && isNumber(run) && read ? { type: 'call', call, run, does: read } : undefined;
}

/** What a context may be asked for. Undefined: nothing of the kind. */
export function readCall({ verb, resource, namespace, name, index, value, object, patch, status, force }: Fields): Call | undefined {
  if (!isName(resource) || !isOptionalName(namespace) || !isOptionalBoolean(status) || !isOptionalBoolean(force)) return undefined;
  const scope = namespace !== undefined && { namespace };
  const onStatus = status && { status };
  switch (verb) {
    case 'get':
    case 'delete':
      return isName(name) ? { verb, resource, ...scope, name } : undefined;
    case 'list':
      return { verb, resource, ...scope };
    case 'byIndex':
      return isName(index) && isName(value) ? { verb, resource, index, value } : undefined;
    case 'create':
      return isObject(object) ? { verb, resource, object } : undefined;
    case 'update':
      return isObject(object) ? { verb, resource, object, ...onStatus } : undefined;
    case 'apply':
      return isObject(object) ? { verb, resource, object, ...onStatus, ...(force && { force }) } : undefined;
    case 'patch':
      return isName(name) && typeof patch === 'object' && patch !== null && isShallow(patch, maxDepth) ? { verb, resource, ...scope, name, patch, ...onStatus } : undefined;
    default:
      return undefined;
  }
}

/** Its bytes were bounded with the line that it came in. */
function isObject(value: unknown): value is KubeObject {
  if (!hasMetadata(value) || !isShallow(value, maxDepth)) return false;
  const { name, namespace, generateName } = value.metadata;
  return isOptionalName(name) && isOptionalName(namespace) && isOptionalName(generateName);
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  for (const each of Object.values(value)) if (!isShallow(each, depth - 1)) return false;
  return true;
}

const levels: readonly unknown[] = ['log', 'info', 'warn', 'error', 'debug'] satisfies OutputLevel[];

function readOutput({ run, level, text, at }: Fields): FromProcess | undefined {
  if (!isText(text) || !levels.includes(level) || !isOptionalName(at) || !(run === undefined || isNumber(run))) return undefined;
  return { type: 'output', level: level as OutputLevel, text, ...(run !== undefined && { run }), ...(at !== undefined && { at }) };
}

function readReady(value: unknown): FromProcess | undefined {
  if (!isRecord(value)) return undefined;
  try {
    return { type: 'ready', definition: readDefinition(value, value['hasSetup'] === true) };
  } catch (error) {
    if (DefinitionProblem.is(error)) return undefined;
    throw error;
  }
}

const problemCodes: readonly unknown[] = ['noFile', 'syntax', 'noImport', 'noDefault', 'definition', 'threw'] satisfies FileProblemCode[];

function readProblem(value: unknown): FileProblem | undefined {
  if (!isRecord(value)) return undefined;
  const { code, message, at, stack, said } = value;
  if (!problemCodes.includes(code) || !isText(message) || !isName(at) || !isOptionalText(stack)) return undefined;
  return { code: code as FileProblemCode, message, at, ...(isSaying(said) && english(said) === message && { said }), ...(stack !== undefined && { stack }) };
}

/** Sayings within it, and values of each. */
const mostWithin = 4;

/** Nothing but text that the message is made of: another text could say something else in another language. */
function isSaying(value: unknown, within = 0): value is Saying {
  if (!isRecord(value) || within > mostWithin) return false;
  const { text, values } = value;
  return isText(text) && Array.isArray(values) && values.length <= mostWithin && values.every((each) => isText(each) || typeof each === 'number' || isSaying(each, within + 1));
}

function readLeaving(value: unknown): Leaving | undefined {
  if (!isRecord(value)) return undefined;
  const { by, code, at, bytes } = value;
  if (by === 'exit') return typeof code === 'number' && isName(at) ? { by, code, at } : undefined;
  if (by === 'memory') return isNumber(bytes) ? { by, bytes } : undefined;
  const error = readError(value['error']);
  return error && (by === 'exception' || by === 'rejection') ? { by, error } : undefined;
}

function readError(value: unknown): SentError | undefined {
  if (!isRecord(value)) return undefined;
  const { name, message, stack, at, status, reason } = value;
  if (!isName(name) || !isText(message) || !isOptionalText(stack) || !isOptionalName(at) || !isOptionalName(reason)) return undefined;
  if (status !== undefined && !isNumber(status)) return undefined;
  return { name, message, ...(stack !== undefined && { stack }), ...(at !== undefined && { at }), ...(status !== undefined && { status }), ...(reason !== undefined && { reason }) };
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxName;
}

/** A little more than what is cut: the words on how long it was come on top. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxText + 64;
}

function isOptionalName(value: unknown): value is string | undefined {
  return value === undefined || isName(value);
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || isText(value);
}

function isOptionalBoolean(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean';
}
