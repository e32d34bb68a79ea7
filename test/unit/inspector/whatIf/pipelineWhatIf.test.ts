import { afterEach, describe, expect, it } from 'vitest';
import { WhatIfError, type WhatIfAnswer } from '../../../../extension/inspector/whatIf/sessionWhatIf.ts';
import { steppedSession, type SteppedOptions } from '../../../support/steppedSession.ts';

let harness: ReturnType<typeof steppedSession>;
const name = 'v1/configmaps';

async function start(options: SteppedOptions = {}): Promise<void> {
  harness = steppedSession(options);
  await harness.run();
  await harness.put('a');
}

const applied = () => Array.from(harness.session.tracer.entries()).filter((entry) => entry.kind === 'whatif.applied');
const whatIf = () => harness.session.whatIf!;

/** All that led to an entry, by kind. */
function causesOf(seq: number): string[] {
  const entry = harness.session.tracer.at(seq)!;
  return [entry.kind, ...(entry.cause ?? []).flatMap(causesOf)];
}

afterEach(async () => {
  const closing = harness.session.close();
  await harness.clock.advance(5000);
  await closing;
});

describe('What-if of a session', () => {
  it('is not there where a real cluster is looked at, and its requests are its own', async () => {
    await start({ source: { kind: 'context', context: 'kind-dev' } });
    expect(harness.session.whatIf).toBeUndefined();
    expect(harness.stepper.allowsWhatIf).toBe(false);
  });

  it.each([0, 60_000])('resync: everything is delivered again, to every handler, whatever its period of %d ms', async (resyncPeriodMs) => {
    await start({ settings: { resyncPeriodMs } });
    const updates: string[] = [];
    harness.session.informers.get(name)!.addEventHandler({ onUpdate: (old, { metadata }) => updates.push(`${metadata.name} ${old.metadata.resourceVersion === metadata.resourceVersion}`) }, { name: 'mine' });
    await harness.clock.settle();
    whatIf().resync(name);
    await harness.clock.settle();
    expect(updates).toEqual(['a true']);
    expect(applied()).toMatchObject([{ what: 'resync', informer: name }]);
    const sync = Array.from(harness.session.tracer.entries()).findLast((entry) => entry.kind === 'queue.add' && entry.delta === 'Sync')!;
    expect(causesOf(sync.seq)).toContain('whatif.applied');
    await harness.clock.advance(59_000);
    expect(updates).toHaveLength(1);
  });

  it('dropWatch: the watch ends, the next begins where it was, and nothing is lost', async () => {
    await start();
    harness.cluster.lagging = true;
    await harness.put('b');
    await harness.clock.advance(2000);
    whatIf().dropWatch(name);
    harness.cluster.deliver();
    await harness.clock.advance(2000);
    expect(applied()).toMatchObject([{ what: 'dropWatch', informer: name }]);
    expect(harness.kinds().filter((kind) => kind === 'reflector.closed')).toHaveLength(1);
    expect(harness.cached('b')).toEqual({ k: 'v', seen: 'v' });
  });

  it.each<['list' | 'watch', WhatIfAnswer, string]>([
    ['list', 410, 'Expired'],
    ['list', 429, 'TooManyRequests'],
    ['list', 500, 'InternalError'],
    ['watch', 410, 'Expired'],
    ['watch', 429, 'TooManyRequests'],
    ['watch', 500, 'InternalError'],
  ])('answerNext: the next %s is answered %d, once, and the cache is true again afterwards', async (request, code, reason) => {
    await start();
    whatIf().answerNext(name, request, code);
    expect(applied()).toEqual([]);
    if (request === 'list') harness.session.informers.get(name)!.relist('to ask for it');
    else whatIf().dropWatch(name);
    await harness.put('b');
    await harness.clock.advance(60_000);
    expect(applied().map(({ what, detail }) => `${what} ${detail}`.trim())).toEqual(request === 'list' ? [`answer list ${code}`] : ['dropWatch', `answer watch ${code}`]);
    expect(Array.from(harness.session.tracer.entries()).find((entry) => entry.kind === 'reflector.error')).toMatchObject({ code, reason, message: expect.stringMatching(/\(this answer was made here\)$/) });
    expect(harness.cached('b')).toEqual({ k: 'v', seen: 'v' });
    expect(harness.session.informers.stateOf(name).failure).toBeUndefined();
  });

  it('an answer can be taken back', async () => {
    await start();
    whatIf().answerNext(name, 'list', 500).dispose();
    harness.session.informers.get(name)!.relist('to ask for it');
    await harness.clock.advance(2000);
    expect(applied()).toEqual([]);
    expect(harness.kinds()).not.toContain('reflector.error');
  });

  it('failNextReconcile: the run fails before it has begun, says why, and the next try does what it was to do', async () => {
    await start();
    const writes = harness.cluster.writes.length;
    whatIf().failNextReconcile('copier', 'd/b');
    await harness.put('a', { k: 'w' });
    expect(applied()).toEqual([]);
    await harness.put('b');
    expect(applied()).toMatchObject([{ what: 'fail', controller: 'copier', key: 'd/b' }]);
    const error = Array.from(harness.session.tracer.entries()).find((entry) => entry.kind === 'reconcile.error')!;
    expect(error).toMatchObject({ key: 'd/b', message: 'This run was made to fail before it began; nobody has asked the reconciler.' });
    expect(causesOf(error.seq)).toContain('whatif.applied');
    expect(harness.cluster.writes.slice(writes)).toEqual(['patch configmaps d/a']);
    await harness.clock.advance(1000);
    expect(harness.cached('b')).toEqual({ k: 'v', seen: 'v' });
  });

  it('failNextReconcile can be taken back', async () => {
    await start();
    whatIf().failNextReconcile('copier').dispose();
    await harness.put('b');
    expect(applied()).toEqual([]);
  });

  it('says in a sentence what there is not', async () => {
    await start();
    const error = (code: string, message: RegExp) => expect.objectContaining({ name: 'WhatIfError', code, message: expect.stringMatching(message) });
    expect(() => whatIf().resync('v1/nothing')).toThrow(error('noInformer', /^There is no informer v1\/nothing\. Start it first\.$/));
    expect(() => whatIf().dropWatch('v1/nothing')).toThrow(error('noInformer', /Start it first/));
    expect(() => whatIf().answerNext('v1/nothing', 'list', 410)).toThrow(error('noInformer', /Start it first/));
    expect(() => whatIf().failNextReconcile('nobody')).toThrow(error('noController', /Run it first/));
    whatIf().answerNext(name, 'watch', 429);
    whatIf().dropWatch(name);
    await harness.clock.settle();
    expect(() => whatIf().dropWatch(name)).toThrow(error('noWatch', /Try again when it watches/));
    expect(() => whatIf().resync(name)).toThrow(error('noWatch', /Try again when it watches/));
    expect(WhatIfError.is(new Error('other'))).toBe(false);
  });
});
