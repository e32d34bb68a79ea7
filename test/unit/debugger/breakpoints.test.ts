import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BreakpointLog, BreakpointSpec } from '../../../extension/debugger/breakpoint.ts';
import type { BreakpointProblem } from '../../../extension/debugger/breakpointProblem.ts';
import { Breakpoints } from '../../../extension/debugger/breakpoints.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { configMaps, steppedSession, type SteppedOptions } from '../../support/steppedSession.ts';

let harness: ReturnType<typeof steppedSession>;

/** An expression that looks at more than it may. */
const many = `[${Array.from({ length: 100 }, (_, n) => n).join()}]`;
const tooMuch = `${many}.all(a, ${many}.all(b, ${many}.all(c, true)))`;

async function start(options: SteppedOptions = {}): Promise<typeof harness> {
  harness = steppedSession(options);
  await harness.run();
  return harness;
}

async function add(spec: Omit<BreakpointSpec, 'enabled'>): Promise<string> {
  const { id } = harness.breakpoints.add({ enabled: true, ...spec });
  await harness.clock.settle(); // the language is loaded
  return id;
}

/** Lets everything go, and says where it was. */
async function stopped(): Promise<string> {
  const { stepper } = harness;
  const { reason, chosen } = stepper;
  const at = `${reason?.type ?? 'live'} ${chosen ? `${chosen.point} ${chosen.key ?? ''}` : ''}`.trim();
  stepper.continue();
  await harness.clock.settle();
  return at;
}

async function close(): Promise<void> {
  const closing = harness.session.close();
  await harness.clock.advance(10_000);
  await closing;
}

describe('a breakpoint at a gate', () => {
  beforeEach(() => start());
  afterEach(close);

  it.each<[string, Omit<BreakpointSpec, 'enabled'>, string]>([
    ['on a key', { key: 'd/web-*' }, 'breakpoint queue.add d/web-1'],
    ['on a key and an informer', { key: '*', informer: 'v1/*' }, 'breakpoint queue.add d/web-1'],
    ['on a controller', { informer: 'copier', key: 'd/web-1' }, 'breakpoint workqueue.add d/web-1'],
    ['on a point', { key: 'd/web-1', point: 'reconcile.write' }, 'breakpoint reconcile.write d/web-1'],
    ['on a delta', { delta: 'Added' }, 'breakpoint queue.pop d/web-1'],
    ['on a delta at a point before the queue', { delta: 'Added', point: 'watch.event' }, 'breakpoint watch.event d/web-1'],
    ['on a condition over the object', { condition: 'object.data.k == "v"' }, 'breakpoint queue.pop d/web-1'],
    ['on a condition over what was before', { condition: 'oldObject == null', point: 'handler.call' }, 'breakpoint handler.call d/web-1'],
    ['on a condition over the key alone', { condition: 'key.endsWith("1")' }, 'breakpoint queue.add d/web-1'],
    ['on a condition over the delta', { condition: 'delta == "Added"' }, 'breakpoint queue.pop d/web-1'],
    ['on a condition over the object, in a reconcile', { condition: 'has(object.data.k)', point: 'reconcile.start' }, 'breakpoint reconcile.start d/web-1'],
    ['on failures that there are none of', { attempts: 1 }, 'live'],
    ['on another key', { key: 'd/we' }, 'live'],
    ['on another informer', { key: '*', informer: 'apps/*' }, 'live'],
    ['on a condition that does not hold', { condition: 'object.data.k == "w"' }, 'live'],
    ['on a condition over what is not known there', { condition: 'object.data.k == "v"', point: 'list.page' }, 'live'],
  ])('%s', async (_, spec, expected) => {
    const id = await add(spec);
    // Once it has seen this, there is nothing to write, so no event comes of it.
    await harness.put('web-1', spec.point === 'reconcile.write' ? { k: 'v' } : { k: 'v', seen: 'v' });
    expect(await stopped()).toBe(expected);
    expect(harness.breakpoints.get(id)).toMatchObject({ verified: true, hitCount: expected === 'live' ? 0 : 1 });
    expect(harness.breakpoints.get(id)).not.toHaveProperty('problem');
  });

  it('says which it was, and holds the step though its point is not chosen', async () => {
    const id = await add({ key: 'd/a', point: 'handler.call' });
    const reasons: unknown[] = [];
    harness.stepper.onStop((reason) => reasons.push(reason));
    await harness.put('a');
    expect(reasons).toEqual([{ type: 'breakpoint', id }]);
    expect(harness.stepper.held).toMatchObject([{ point: 'handler.call', reason: { type: 'breakpoint', id } }]);
    harness.stepper.step();
    await harness.clock.settle();
    expect(harness.place()).toBe('workqueue.add d/a');
  });

  it('is not met while it is switched off, and costs nothing then', async () => {
    const id = await add({ key: 'd/a' });
    harness.breakpoints.setEnabled(id, false);
    expect(harness.breakpoints.hasGates).toBe(false);
    await harness.put('a');
    expect(await stopped()).toBe('live');
    harness.breakpoints.setEnabled(id, true);
    await harness.put('a', { k: 'w', seen: 'w' });
    expect(await stopped()).toBe('breakpoint queue.add d/a');
    harness.breakpoints.remove(id);
    await harness.put('a', { k: 'x' });
    expect(await stopped()).toBe('live');
    expect(harness.breakpoints.get(id)).toBeUndefined();
  });

  it.each<[string, string, number[]]>([
    ['the third time', '3', [3]],
    ['the third time, written otherwise', '== 3', [3]],
    ['from the fourth time on', '>= 4', [4, 5, 6]],
    ['after the fourth time', '> 4', [5, 6]],
    ['each second time', '% 2', [2, 4, 6]],
    ['before the third time', '<3', [1, 2]],
  ])('counts, and stops %s', async (_, hitCondition, expected) => {
    const id = await add({ key: 'd/a', point: 'handler.call', hitCondition });
    const stops: number[] = [];
    for (let time = 1; time <= 6; time++) {
      await harness.put('a', { n: String(time), seen: '', k: '' });
      if ((await stopped()) !== 'live') stops.push(time);
    }
    expect(stops).toEqual(expected);
    expect(harness.breakpoints.get(id)!.hitCount).toBe(6);
  });

  it('counts again from nothing when it is changed', async () => {
    const id = await add({ key: 'd/a', point: 'queue.pop' });
    await harness.put('a');
    await stopped();
    harness.breakpoints.change(id, { enabled: true, key: 'd/b' });
    expect(harness.breakpoints.get(id)).toMatchObject({ hitCount: 0, key: 'd/b' });
    expect(harness.breakpoints.change('none', { enabled: true })).toBe(false);
  });

  it('tells of many hits now and then', async () => {
    await add({ key: '*', point: 'queue.pop', hitCondition: '> 99999' });
    let told = 0;
    harness.breakpoints.onChange(() => told++);
    for (let n = 0; n < 20; n++) await harness.put('a', { n: String(n), seen: '', k: '' });
    expect(told).toBe(0);
    await harness.clock.advance(100);
    expect(told).toBe(1);
  });

  it.each<[string, Omit<BreakpointSpec, 'enabled'>, BreakpointProblem]>([
    ['does not parse', { condition: '(object' }, { kind: 'condition', text: '(object', why: { kind: 'syntax', at: '1:8', found: 'end of input' } }],
    ['speaks of what there is not', { condition: 'pod.name == ""' }, { kind: 'condition', text: 'pod.name == ""', why: { kind: 'unknownName', name: 'pod', known: ['object', 'oldObject', 'delta', 'key', 'attempt'] } }],
    ['is no number of hits', { hitCondition: 'often' }, { kind: 'hitCondition', text: 'often' }],
    ['has a brace that is not closed', { logMessage: 'see {key' }, { kind: 'logMessage', text: 'see {key', why: { kind: 'openBrace' } }],
    ['asks for a field and an error', { path: 'spec', error: 'conflict' }, { kind: 'pathAndError' }],
    ['asks for less than no failure', { attempts: -1 }, { kind: 'attempts' }],
    ['names no point', { point: 'nowhere' as never }, { kind: 'point', text: 'nowhere' }],
  ])('says so when what it says %s', async (_, spec, problem) => {
    const id = await add(spec);
    expect(harness.breakpoints.get(id)).toMatchObject({ verified: false, problem });
    await harness.put('a');
    expect(await stopped()).toBe('live');
  });

  it('is switched off and says why when its condition fails, and tried again when somebody switches it on', async () => {
    const id = await add({ condition: 'object.data.missing == "x"' });
    await harness.put('a');
    expect(await stopped()).toBe('live');
    expect(harness.breakpoints.get(id)).toMatchObject({
      enabled: false,
      problem: { kind: 'conditionFailed', text: 'object.data.missing == "x"', why: { kind: 'noField', name: 'missing' } },
    });
    harness.breakpoints.setEnabled(id, true);
    expect(harness.breakpoints.get(id)).toMatchObject({ enabled: true, verified: true });
    await harness.put('b', { missing: 'x', k: '', seen: '' });
    expect(await stopped()).toBe('breakpoint queue.pop d/b');
  });

  it('is switched off when its condition gives neither yes nor no', async () => {
    const id = await add({ condition: 'object.data.k' });
    await harness.put('a');
    expect(harness.breakpoints.get(id)).toMatchObject({ enabled: false, problem: { kind: 'conditionFailed', why: { kind: 'notYesOrNo', result: 'v' } } });
  });

  it('is switched off when its condition looks at too much', async () => {
    const id = await add({ condition: tooMuch });
    await harness.put('a');
    expect(harness.breakpoints.get(id)).toMatchObject({ enabled: false, problem: { kind: 'conditionFailed', why: { kind: 'values', most: 10_000 } } });
    expect(await stopped()).toBe('live');
  });

  it('says that it was its message that looked at too much, where its condition holds', async () => {
    const id = await add({ condition: 'true', logMessage: `{${tooMuch}}` });
    await harness.put('a');
    expect(harness.breakpoints.get(id)).toMatchObject({ enabled: false, problem: { kind: 'logMessageFailed', text: `{${tooMuch}}`, why: { kind: 'values' } } });
  });

  it('waits for the language, and says so when that cannot be loaded', async () => {
    const clock = new FakeClock();
    const breakpoints = new Breakpoints({ clock, loadExpressions: () => Promise.reject(new Error('no such file')) });
    const { id, verified } = breakpoints.add({ enabled: true, condition: 'true' });
    expect(verified).toBe(false);
    await clock.settle();
    expect(breakpoints.get(id)).toMatchObject({ verified: false, problem: { kind: 'language', why: 'no such file' } });
  });
});

describe('a breakpoint on an entry', () => {
  afterEach(close);

  it('stops where a field was changed, at the next gate of what came of it, and names the entry', async () => {
    await start();
    await harness.put('a', { k: 'v', n: '1' });
    const id = await add({ path: 'data.n', key: 'd/*' });
    await harness.put('a', { k: 'v', seen: 'v', n: '1' });
    expect(await stopped()).toBe('live');
    await harness.put('a', { k: 'v', seen: 'v', n: '2' });
    const { reason } = harness.stepper;
    expect(reason).toMatchObject({ type: 'breakpoint', id });
    expect(harness.session.tracer.at((reason as { seq: number }).seq)).toMatchObject({ kind: 'store.update', key: 'd/a' });
    expect(await stopped()).toBe('breakpoint handler.call d/a');
  });

  it.each(['data', 'data.n', 'data.n.deeper'])('of %s, when data.n has changed', async (path) => {
    await start();
    await harness.put('a', { k: 'v', seen: 'v', n: '1' });
    await add({ path });
    await harness.put('a', { k: 'v', seen: 'v', n: '2' });
    expect(await stopped()).toBe('breakpoint handler.call d/a');
  });

  it('stops where a field was changed and a condition holds, at the point that it names', async () => {
    await start();
    await harness.put('a', { k: 'v', seen: 'v', n: '1' });
    const id = await add({ path: 'data.n', condition: 'object.data.n == "3" && oldObject.data.n == "2"' });
    await harness.put('a', { k: 'v', seen: 'v', n: '2' });
    expect(await stopped()).toBe('live');
    await harness.put('a', { k: 'v', seen: 'v', n: '3' });
    expect(await stopped()).toBe('breakpoint handler.call d/a');
    expect(harness.breakpoints.get(id)!.hitCount).toBe(1);
    harness.breakpoints.change(id, { enabled: true, path: 'data.n', point: 'reconcile.read' });
    await harness.put('a', { k: 'v', seen: 'v', n: '4' });
    expect(await stopped()).toBe('breakpoint reconcile.read d/a');
  });

  it('of a delta stops where that delta changed the field', async () => {
    await start();
    await harness.put('a', { k: 'v', seen: 'v', n: '1' });
    const id = await add({ path: 'data.n', delta: 'Replaced' });
    await harness.put('a', { k: 'v', seen: 'v', n: '2' });
    expect(await stopped()).toBe('live');
    harness.breakpoints.change(id, { enabled: true, path: 'data.n', delta: 'Updated' });
    await harness.put('a', { k: 'v', seen: 'v', n: '3' });
    expect(await stopped()).toBe('breakpoint handler.call d/a');
  });

  it('stops where a version has expired', async () => {
    await start();
    const id = await add({ error: 'expired' });
    harness.cluster.compact();
    await harness.put('a', { k: '', seen: '' });
    harness.cluster.compact();
    const informer = harness.session.informers.get('v1/configmaps')!;
    harness.session.whatIf!.answerNext(informer.name, 'watch', 410);
    harness.session.whatIf!.dropWatch(informer.name);
    await harness.clock.advance(2000);
    expect(harness.stepper.reason).toMatchObject({ type: 'breakpoint', id });
    expect(await stopped()).toBe('breakpoint list.page');
  });

  it('stops where something is forbidden', async () => {
    await start();
    await add({ error: 'forbidden', informer: 'v1/configmaps' });
    harness.cluster.forbidden = true;
    harness.cluster.dropWatches();
    await harness.clock.advance(5000);
    expect(harness.stepper.reason?.type).toBe('breakpoint');
    harness.cluster.forbidden = false;
  });

  it('stops where a write is in conflict, at the next gate of its run', async () => {
    await start();
    const id = await add({ error: 'conflict' });
    harness.cluster.failNext = new ApiError({ code: 409, reason: 'Conflict', message: 'modified' });
    await harness.put('a');
    const { reason } = harness.stepper;
    expect(reason).toMatchObject({ type: 'breakpoint', id });
    expect(harness.session.tracer.at((reason as { seq: number }).seq)).toMatchObject({ kind: 'reconcile.write', code: 409 });
    expect(await stopped()).toBe('breakpoint workqueue.done d/a');
  });

  it('stops where a handler threw', async () => {
    await start();
    const id = await add({ error: 'handler' });
    harness.session.informers.get('v1/configmaps')!.addEventHandler({ onAdd: () => fail('no') }, { name: 'bad' });
    await harness.put('a', { k: '', seen: '' });
    expect(harness.stepper.reason).toMatchObject({ type: 'breakpoint', id });
    await harness.put('b', { k: '', seen: '' });
    expect(harness.held()).toContain('queue.pop d/b');
  });

  it('stops where a reconcile failed, and where it has failed so many times', async () => {
    await start({ reconcile: async () => fail('never') });
    const id = await add({ error: 'reconcile', attempts: 3 });
    await harness.put('a');
    await harness.clock.advance(14);
    expect(harness.stepper.reason).toBeUndefined();
    await harness.clock.advance(5);
    expect(harness.stepper.reason).toMatchObject({ type: 'breakpoint', id });
    expect(harness.session.tracer.at((harness.stepper.reason as { seq: number }).seq)).toMatchObject({ kind: 'reconcile.error' });
    harness.breakpoints.change(id, { enabled: true, attempts: 4 });
    harness.stepper.continue();
    await harness.clock.advance(1000);
    expect(await stopped()).toBe('breakpoint workqueue.get d/a');
  });

  it('listens to the trace only while there is one', async () => {
    await start();
    expect(harness.breakpoints.hasEntries).toBe(false);
    const id = await add({ error: 'reconcile' });
    expect(harness.breakpoints.hasEntries).toBe(true);
    harness.breakpoints.remove(id);
    expect(harness.breakpoints.hasEntries).toBe(false);
  });
});

describe('a logpoint', () => {
  let logs: BreakpointLog[];

  beforeEach(async () => {
    await start();
    logs = [];
    harness.breakpoints.onLog((log) => logs.push(log));
  });
  afterEach(close);

  it('writes what its expressions give, and does not stop', async () => {
    const id = await add({ key: 'd/a', point: 'queue.pop', logMessage: '{key}: {object.data.k}, {size(object.data)} fields, {delta}, {oldObject}, {{braces}} {"}"} {object.data}' });
    await harness.put('a', { k: 'v', seen: 'v' });
    expect(await stopped()).toBe('live');
    expect(logs).toMatchObject([{ id, owner: 'v1/configmaps', key: 'd/a', text: 'd/a: v, 2 fields, Added, null, {braces} } {"k":"v","seen":"v"}', passedOver: 0 }]);
    expect(harness.breakpoints.get(id)!.hitCount).toBe(1);
  });

  it('writes a text as it is, without the language', async () => {
    harness.breakpoints.add({ enabled: true, key: 'd/a', point: 'queue.pop', logMessage: 'seen' });
    await harness.put('a', { k: '', seen: '' });
    expect(logs.map(({ text }) => text)).toEqual(['seen']);
  });

  it('says in its place what an expression did not give', async () => {
    await add({ key: 'd/a', point: 'queue.pop', logMessage: '{object.data.missing}!' });
    await harness.put('a', { k: '', seen: '' });
    expect(logs[0]!.text).toMatch(/^‹.*missing.*›!$/);
  });

  it('writes of entries, too', async () => {
    await harness.put('a', { n: '1', k: '', seen: '' });
    await add({ path: 'data.n', logMessage: '{key} after {delta}' });
    await harness.put('a', { n: '2', k: '', seen: '' });
    expect(await stopped()).toBe('live');
    expect(logs.map(({ text, seq }) => [text, harness.session.tracer.at(seq ?? 0)?.kind])).toEqual([['d/a after Updated', 'store.update']]);
  });

  it('writes fifty times a second, and says how often it has not', async () => {
    await add({ key: '*', point: 'queue.pop', logMessage: 'seen' });
    for (let n = 0; n < 60; n++) harness.cluster.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `n${n}`, namespace: 'd' }, data: {} });
    await harness.clock.settle();
    expect(logs).toHaveLength(50);
    await harness.clock.advance(1000);
    await harness.put('last', {});
    expect(logs.at(-1)).toMatchObject({ key: 'd/last', passedOver: 10 });
  });

  it('never writes the values of a Secret, which were masked before', async () => {
    // The fake cluster masks as the decoder does: what it hands out is what conditions see.
    harness.session.informers.start({ group: '', version: 'v1', resource: 'secrets' });
    await harness.clock.settle();
    await add({ informer: 'v1/secrets', point: 'queue.pop', logMessage: '{object.data}' });
    const { maskObject } = await import('../../../extension/kube/mask.ts');
    harness.cluster.put({ group: '', version: 'v1', resource: 'secrets' }, maskObject({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'd' }, data: { password: 'aHVudGVyMg==' } }, () => 'hash') as never);
    await harness.clock.settle();
    expect(logs).toHaveLength(1);
    expect(logs[0]!.text).not.toContain('aHVudGVyMg');
  });
});

function fail(message: string): never {
  throw new Error(message);
}
