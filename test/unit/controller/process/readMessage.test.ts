import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FromProcess, ToProcess } from '../../../../extension/controller/process/messages.ts';
import { readFromProcess, readToProcess } from '../../../../extension/controller/process/readMessage.ts';

const object = { metadata: { name: 'web', namespace: 'd' }, spec: { replicas: 1 } };
const error = { name: 'Error', message: 'boom', stack: 'Error: boom', at: 'a.ts:1:2', status: 409, reason: 'Conflict' };

const fromProcess: readonly FromProcess[] = [
  { type: 'ready', definition: { name: 'a', for: 'v1/pods', hasSetup: true } },
  { type: 'failed', problem: { code: 'syntax', message: 'm', at: 'a.ts:1', stack: 's' } },
  { type: 'debugger', port: 9229 },
  { type: 'attached' },
  { type: 'done', run: 1 },
  { type: 'done', run: 1, result: { requeue: true } },
  { type: 'done', run: 1, result: { requeueAfter: 1000 } },
  { type: 'mapped', run: 2, keys: [{ name: 'a' }, { namespace: 'd', name: 'b' }] },
  { type: 'threw', run: 3, error },
  { type: 'call', call: 1, run: 1, does: { verb: 'get', resource: 'v1/pods', namespace: 'd', name: 'web' } },
  { type: 'call', call: 2, run: 1, does: { verb: 'list', resource: 'v1/pods' } },
  { type: 'call', call: 3, run: 1, does: { verb: 'byIndex', resource: 'v1/pods', index: 'owner', value: 'u' } },
  { type: 'call', call: 4, run: 1, does: { verb: 'create', resource: 'v1/pods', object } },
  { type: 'call', call: 5, run: 1, does: { verb: 'update', resource: 'v1/pods', object, status: true } },
  { type: 'call', call: 6, run: 1, does: { verb: 'apply', resource: 'v1/pods', object, force: true, status: true } },
  { type: 'call', call: 7, run: 1, does: { verb: 'patch', resource: 'v1/pods', name: 'web', patch: [{ op: 'remove', path: '/spec' }] } },
  { type: 'call', call: 8, run: 1, does: { verb: 'delete', resource: 'v1/pods', namespace: 'd', name: 'web' } },
  { type: 'output', level: 'warn', text: 'hello', run: 4, at: 'a.ts:1:2' },
  { type: 'mutation', run: 5, path: 'spec.replicas', at: 'a.ts:1:2' },
  { type: 'pong', number: 6 },
  { type: 'memory', bytes: 7 },
  { type: 'leaving', why: { by: 'exit', code: 1, at: '' } },
  { type: 'leaving', why: { by: 'rejection', error } },
  { type: 'leaving', why: { by: 'memory', bytes: 1 } },
];

const toProcess: readonly ToProcess[] = [
  { type: 'setup', run: 1 },
  { type: 'reconcile', run: 2, key: 'd/web', causes: [1, 2] },
  { type: 'map', run: 3, watch: 0, object },
  { type: 'part', call: 1, objects: [object] },
  { type: 'answer', call: 1, value: object },
  { type: 'refuse', call: 1, error },
  { type: 'abort', run: 1 },
  { type: 'ping', number: 1 },
  { type: 'stop' },
];

describe('messages', () => {
  it.each(fromProcess)('come through as they are: %o', (message) => {
    expect(readFromProcess(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  it.each(toProcess)('and in the other direction: %o', (message) => {
    expect(readToProcess(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  it.each([
    null,
    [],
    { type: 'none' },
    { type: 'toString' },
    { type: 'done' },
    { type: 'done', run: -1 },
    { type: 'done', run: 1.5 },
    { type: 'done', run: 2 ** 60 },
    { type: 'done', run: 1, result: { requeue: 'yes' } },
    { type: 'done', run: 1, result: { requeueAfter: -1 } },
    { type: 'done', run: 1, result: { requeueAfter: 2 ** 31 } },
    { type: 'mapped', run: 1, keys: [{ name: '' }] },
    { type: 'mapped', run: 1, keys: 'x' },
    { type: 'mapped', run: 1, keys: Array.from({ length: 10_001 }, () => ({ name: 'a' })) },
    { type: 'mapped', run: 1, keys: [{ name: 'a'.repeat(2000) }] },
    { type: 'threw', run: 1, error: 'boom' },
    { type: 'threw', run: 1, error: { name: 'E', message: 'x'.repeat(10_000) } },
    { type: 'threw', run: 1, error: { name: 'E', message: 'm', status: 'x' } },
    { type: 'call', call: 1, run: 1, does: { verb: 'exec', resource: 'v1/pods' } },
    { type: 'call', call: 1, run: 1, does: { verb: 'get', resource: 'v1/pods' } },
    { type: 'call', call: 1, run: 1, does: { verb: 'create', resource: 'v1/pods', object: { spec: {} } } },
    { type: 'call', call: 1, run: 1, does: { verb: 'create', resource: 'v1/pods', object: { metadata: { name: 5 } } } },
    { type: 'call', call: 1, run: 1, does: { verb: 'create', resource: 'v1/pods', object: { metadata: {}, spec: nested(300) } } },
    { type: 'call', call: 1, run: 1, does: { verb: 'patch', resource: 'v1/pods', name: 'x', patch: 'x' } },
    { type: 'call', call: 1, run: 1, does: { verb: 'update', resource: 'v1/pods', object, status: 'x' } },
    { type: 'output', level: 'fatal', text: '' },
    { type: 'output', level: 'info', text: 'x'.repeat(10_000) },
    { type: 'debugger', port: 70_000 },
    { type: 'ready', definition: { name: 'A B', for: 'v1/pods' } },
    { type: 'failed', problem: { code: 'other', message: 'm', at: '' } },
    { type: 'leaving', why: { by: 'wish' } },
  ])('that are none are not read: %o', (value) => {
    expect(readFromProcess(value)).toBeUndefined();
  });

  it('never throw, whatever is in them, and give only what they are', () => {
    const types = [...fromProcess, ...toProcess].map(({ type }) => type);
    const fields = fc.constantFrom('run', 'call', 'does', 'verb', 'object', 'result', 'error', 'definition', 'why', 'problem', 'keys', 'text', 'level', 'number', 'extra');
    const message = fc.tuple(fc.constantFrom(...types), fc.dictionary(fields, fc.jsonValue())).map(([type, more]) => Object.assign(more, { type }));
    fc.assert(
      fc.property(message, (value) => {
        const read = readFromProcess(value);
        if (read) expect(readFromProcess(JSON.parse(JSON.stringify(read)))).toEqual(read);
        readToProcess(value);
        expect(read ?? {}).not.toHaveProperty('extra');
      }),
    );
  });
});

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
