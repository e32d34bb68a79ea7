import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../extension/base/emitter.ts';
import type { KubeObject, ReconcileContext } from '../../../../extension/controller/api.ts';
import type { Channel } from '../../../../extension/controller/process/channel.ts';
import type { Call, FromProcess, ToProcess } from '../../../../extension/controller/process/messages.ts';
import { type Mutation, RemoteReconciler } from '../../../../extension/controller/process/remoteReconciler.ts';
import { ApiError } from '../../../../extension/kube/status.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

/** The other end of the channel is the test. */
class Other implements Channel {
  readonly emitter = new Emitter<FromProcess>();
  readonly onMessage = this.emitter.event;
  readonly sent: ToProcess[] = [];
  readonly junk: string[] = [];
  full: Promise<void> | undefined;

  send(message: ToProcess): void {
    this.sent.push(message);
  }

  whenRoomy(): Promise<void> | undefined {
    return this.full;
  }

  ignored(what: string): void {
    this.junk.push(what);
  }
}

const web: KubeObject = { kind: 'Deployment', metadata: { name: 'web', namespace: 'd' } };

function open(context: Partial<ReconcileContext> = {}) {
  const clock = new FakeClock();
  const other = new Other();
  const mutations: Mutation[] = [];
  const remote = new RemoteReconciler({
    definition: { name: 'a', for: 'v1/pods', watches: [{ resource: 'v1/nodes' }], workers: 3, hasSetup: true },
    channel: other,
    clock,
    onMutation: (mutation) => mutations.push(mutation),
  });
  const logged: string[] = [];
  const all = { log: (message: string) => logged.push(message), signal: new AbortController().signal, ...context } as unknown as ReconcileContext;
  const reconcile = (key = 'd/web') => Promise.resolve(remote.reconciler.reconcile(all, { key, namespace: 'd', name: 'web', causes: [3] }));
  return { clock, other, remote, mutations, logged, reconcile, context: all };
}

describe('a reconciler in another process', () => {
  it('says of itself what the other said, and is asked by messages', async () => {
    const { remote, other, reconcile } = open();
    expect(remote.reconciler).toMatchObject({ name: 'a', for: 'v1/pods', workers: 3, watches: [{ resource: 'v1/nodes' }] });
    const [first, second] = [reconcile(), reconcile('d/b')];
    expect(other.sent).toEqual([
      { type: 'reconcile', run: 1, key: 'd/web', causes: [3] },
      { type: 'reconcile', run: 2, key: 'd/b', causes: [3] },
    ]);
    other.emitter.fire({ type: 'done', run: 2, result: { requeueAfter: 5 } });
    other.emitter.fire({ type: 'threw', run: 1, error: { name: 'TerminalError', message: 'no' } });
    expect(await second).toEqual({ requeueAfter: 5 });
    await expect(first).rejects.toMatchObject({ name: 'TerminalError', message: 'no' });
  });

  it('maps in another process, a few objects at a time', async () => {
    const { remote, other } = open();
    const { map } = remote.reconciler.watches![0]!;
    const mapped = Array.from({ length: 100 }, () => map(web));
    await Promise.resolve();
    expect(other.sent).toHaveLength(32);
    expect(other.sent[0]).toEqual({ type: 'map', run: 1, watch: 0, object: web });
    for (let run = 1; run <= 100; run++) {
      other.emitter.fire({ type: 'mapped', run, keys: [{ name: String(run) }] });
      await new Promise(setImmediate);
    }
    expect((await Promise.all(mapped)).map(([key]) => key!.name)).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 1)));
  });

  it('answers each run once, by an answer of its kind', async () => {
    const { other, reconcile } = open();
    const run = reconcile();
    other.emitter.fire({ type: 'mapped', run: 1, keys: [] });
    other.emitter.fire({ type: 'done', run: 7 });
    other.emitter.fire({ type: 'done', run: 1 });
    other.emitter.fire({ type: 'done', run: 1, result: { requeue: true } });
    expect(await run).toBeUndefined();
    expect(other.junk).toEqual([1, 7, 1].map((number) => `an answer to run ${number}, which waits for none`));
  });

  it('tells the other what is no longer wanted, once', async () => {
    const abort = new AbortController();
    const { other, reconcile } = open({ signal: abort.signal });
    const runs = [reconcile(), reconcile()];
    other.emitter.fire({ type: 'done', run: 1 });
    abort.abort();
    void reconcile();
    other.emitter.fire({ type: 'done', run: 2 });
    await Promise.all(runs);
    expect(other.sent.filter(({ type }) => type === 'abort')).toEqual([{ type: 'abort', run: 2 }]);
  });

  it('fails what waits when the process is gone, and all that comes later', async () => {
    const { remote, reconcile } = open();
    const waiting = reconcile();
    const reason = new Error('gone');
    remote.end(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(reconcile()).rejects.toBe(reason);
  });
});

describe('a call', () => {
  const call = (does: Call, run = 1, number = 1): FromProcess => ({ type: 'call', call: number, run, does });

  it('is done by the context of its run, whatever it asks for', async () => {
    const asked: unknown[] = [];
    const note =
      (name: string, answer?: unknown) =>
      (...args: unknown[]) => {
        asked.push([name, ...args]);
        return Promise.resolve(answer);
      };
    const status = { update: note('status.update', web), patch: note('status.patch', web), apply: note('status.apply', web) };
    const { other, reconcile } = open({
      cache: { get: note('get', web), list: note('list', [web]), byIndex: note('byIndex', []) },
      client: { create: note('create', web), update: note('update', web), patch: note('patch', web), apply: note('apply', web), delete: note('delete'), status },
    } as unknown as ReconcileContext);
    void reconcile();
    const calls: readonly Call[] = [
      { verb: 'get', resource: 'v1/pods', namespace: 'd', name: 'web' },
      { verb: 'list', resource: 'v1/pods' },
      { verb: 'byIndex', resource: 'v1/pods', index: 'owner', value: 'u' },
      { verb: 'create', resource: 'v1/pods', object: web },
      { verb: 'update', resource: 'v1/pods', object: web },
      { verb: 'update', resource: 'v1/pods', object: web, status: true },
      { verb: 'patch', resource: 'v1/pods', name: 'web', patch: {} },
      { verb: 'patch', resource: 'v1/pods', namespace: 'd', name: 'web', patch: [], status: true },
      { verb: 'apply', resource: 'v1/pods', object: web, force: true },
      { verb: 'apply', resource: 'v1/pods', object: web, status: true },
      { verb: 'delete', resource: 'v1/pods', name: 'web' },
    ];
    for (const [index, does] of calls.entries()) other.emitter.fire(call(does, 1, index + 1));
    await new Promise(setImmediate);
    expect(asked).toEqual([
      ['get', 'v1/pods', 'd', 'web'],
      ['list', 'v1/pods', undefined],
      ['byIndex', 'v1/pods', 'owner', 'u'],
      ['create', 'v1/pods', web],
      ['update', 'v1/pods', web],
      ['status.update', 'v1/pods', web],
      ['patch', 'v1/pods', undefined, 'web', {}],
      ['status.patch', 'v1/pods', 'd', 'web', []],
      ['apply', 'v1/pods', web, { force: true }],
      ['status.apply', 'v1/pods', web, undefined],
      ['delete', 'v1/pods', undefined, 'web'],
    ]);
    const answers = other.sent.filter(({ type }) => type === 'answer');
    expect(answers).toHaveLength(calls.length);
    expect(answers).toContainEqual({ type: 'answer', call: 1, value: web });
    expect(answers).toContainEqual({ type: 'answer', call: 2, value: [web] });
    expect(answers).toContainEqual({ type: 'answer', call: 11 });
  });

  it('is refused with what the server said', async () => {
    const refusal = new ApiError({ code: 409, reason: 'Conflict', message: 'changed meanwhile' });
    const { other, reconcile } = open({ client: { update: () => Promise.reject(refusal) } as unknown as ReconcileContext['client'] });
    void reconcile();
    other.emitter.fire(call({ verb: 'update', resource: 'v1/pods', object: web }));
    await new Promise(setImmediate);
    expect(other.sent.at(-1)).toEqual({ type: 'refuse', call: 1, error: { name: 'ApiError', message: 'changed meanwhile', status: 409, reason: 'Conflict' } });
  });

  it('is not done for a run that is over, for none, or twice', async () => {
    const { other, reconcile } = open({ cache: { get: () => new Promise(() => undefined) } as unknown as ReconcileContext['cache'] });
    void reconcile();
    const get: Call = { verb: 'get', resource: 'v1/pods', name: 'web' };
    other.emitter.fire(call(get, 1, 1));
    other.emitter.fire(call(get, 1, 1));
    other.emitter.fire({ type: 'done', run: 1 });
    other.emitter.fire(call(get, 1, 2));
    await new Promise(setImmediate);
    expect(other.junk).toEqual(['call 1, which is on its way already', 'a get of run 1, which is over']);
    expect(other.sent.at(-1)).toMatchObject({ type: 'refuse', call: 2, error: { message: 'get v1/pods was asked for after the reconcile that it belongs to had ended: await it there' } });
  });

  it('has a body that the API server takes', async () => {
    const { other, reconcile } = open({ client: { create: () => expect.fail('was sent') } as unknown as ReconcileContext['client'] });
    void reconcile();
    other.emitter.fire(call({ verb: 'create', resource: 'v1/pods', object: { ...web, data: 'x'.repeat(1.6e6) } }));
    await new Promise(setImmediate);
    expect(other.sent.at(-1)).toMatchObject({ type: 'refuse', error: { message: expect.stringContaining('and the API server takes 1572864 at most') as unknown } });
  });

  it('to `setup` finds no cache', async () => {
    const { other, remote, context } = open();
    void remote.reconciler.setup!({ client: context.client, signal: context.signal, log: context.log });
    other.emitter.fire(call({ verb: 'list', resource: 'v1/pods' }));
    await new Promise(setImmediate);
    expect(other.sent.at(-1)).toMatchObject({ type: 'refuse', error: { message: 'nothing is cached yet while `setup` runs: it comes before anything is watched' } });
  });

  it('for a long list is answered in parts, each in a turn of its own, and waits while there is no room', async () => {
    const objects = Array.from({ length: 50 }, (_, index): KubeObject => ({ metadata: { name: String(index) } }));
    const { clock, other, reconcile } = open({ cache: { list: () => Promise.resolve(objects) } as unknown as ReconcileContext['cache'] });
    void reconcile();
    other.sent.length = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    other.full = promise;
    other.emitter.fire(call({ verb: 'list', resource: 'v1/pods' }));
    await clock.settle();
    expect(other.sent.map((message) => message.type)).toEqual(['part']);
    other.full = undefined;
    resolve();
    await clock.settle();
    expect(other.sent.map((message) => message.type)).toEqual(['part', 'part', 'part', 'answer']);
    const sent = other.sent.flatMap((message) => (message.type === 'part' ? message.objects : []));
    expect(sent).toEqual(objects);
  });

  it('is one of so many at once', async () => {
    const { other, reconcile } = open({ cache: { get: () => new Promise(() => undefined) } as unknown as ReconcileContext['cache'] });
    void reconcile();
    for (let number = 1; number <= 1001; number++) other.emitter.fire(call({ verb: 'get', resource: 'v1/pods', name: 'x' }, 1, number));
    expect(other.junk).toEqual(['a get beside 1000 others']);
    expect(other.sent.at(-1)).toMatchObject({ type: 'refuse', call: 1001 });
  });
});

it('logs and reports for the run that it belongs to', () => {
  const { other, mutations, logged, reconcile, remote } = open();
  void reconcile();
  other.emitter.fire({ type: 'output', run: 1, level: 'log', text: 'hello' });
  other.emitter.fire({ type: 'output', run: 9, level: 'log', text: 'from nowhere' });
  other.emitter.fire({ type: 'mutation', run: 1, path: 'spec', at: 'a.ts:1:2' });
  other.emitter.fire({ type: 'mutation', run: 9, path: 'spec', at: '' });
  expect([logged, mutations, other.junk.length]).toEqual([['hello'], [{ key: 'd/web', path: 'spec', at: 'a.ts:1:2' }], 1]);
  expect([remote.keyOf(1), remote.keyOf(9)]).toEqual(['d/web', undefined]);
});
