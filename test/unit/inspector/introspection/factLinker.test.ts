import { beforeEach, describe, expect, it } from 'vitest';
import { causesOf } from '../../../../extension/debugger/chain/causeWalk.ts';
import { EffectWalk } from '../../../../extension/debugger/chain/effectWalk.ts';
import type { Seq } from '../../../../extension/trace/entry.ts';
import { answered, cached, committed, FactStory, fault, pods, received, sent } from '../../../support/factStory.ts';

let story: FactStory;
beforeEach(() => {
  story = new FactStory();
});

const kinds = (entries: readonly { readonly kind: string }[]): string[] => entries.map(({ kind }) => kind);
const causes = (seq: Seq): string[] => kinds(causesOf(story.tracer, story.at(seq)).entries);
const effects = (seq: Seq): string[] => kinds(new EffectWalk(story.tracer, story.at(seq)).catchUp().entries);
const write = (auditId: string, rv: number | undefined, code = 200): Seq => {
  const start = story.record({ kind: 'reconcile.start', controller: 'c', key: 'd/web', worker: 0 });
  const seq = story.record({ kind: 'reconcile.write', controller: 'c', key: 'd/web', cause: [start], verb: 'patch', target: 'v1/pods d/web', code, dryRun: false, ms: 0, ...(rv !== undefined && { rv: String(rv) }) });
  story.linker.wrote(auditId, seq);
  return seq;
};
const gaps = () => story.all('apiserver.gap').map(({ lost, why }) => ({ lost, why }));

describe('an event that somebody’s request has led to', () => {
  it('names what was sent, when that was told first', () => {
    const watch = story.ask('watch');
    story.tell(received('k'), committed(9, 'k'), cached(9), sent(watch.auditId, [9]), answered('k'));
    const event = story.event(watch.seq, 9);
    expect(causes(event)).toEqual(['reflector.watch', 'apiserver.request', 'apiserver.commit', 'apiserver.cached', 'apiserver.sent']);
    expect(story.all('apiserver.sent')[0]).toMatchObject({ informer: pods, key: 'd/web', rv: '9', revision: 9, watcher: 7, events: 1, bytes: 400 });
    expect(story.all('apiserver.request')[0]).toMatchObject({ verb: 'patch', path: '/api/v1/namespaces/d/pods/web', user: 'admin', userAgent: 'kubectl/v1.32.0 (linux/amd64)', code: 200, ms: 2 });
    expect(story.at(event).cause).toEqual([watch.seq, story.all('apiserver.sent')[0]!.seq]);
  });

  it('is named by what was sent, when it was read first, and stays as it was', () => {
    const watch = story.ask('watch');
    const event = story.event(watch.seq, 9);
    const before = structuredClone(story.at(event));
    story.tell(received('k'), committed(9, 'k'), cached(9), sent(watch.auditId, [9]), answered('k'));
    expect(story.all('apiserver.sent')[0]!.seenAs).toBe(event);
    expect(story.at(event)).toEqual(before);
    expect(causes(event)).toEqual(['reflector.watch', 'apiserver.request', 'apiserver.commit', 'apiserver.cached', 'apiserver.sent']);
  });

  it.each(['before', 'after'])('is an effect of the request, with what came of it, read %s that was told', (order) => {
    const watch = story.ask('watch');
    const tell = () => story.tell(received('k'), committed(9, 'k'), cached(9), sent(watch.auditId, [9]), answered('k'));
    if (order === 'after') tell();
    const event = story.event(watch.seq, 9);
    story.record({ kind: 'queue.add', informer: pods, key: 'd/web', delta: 'Updated', waiting: 1, cause: [event] });
    if (order === 'before') tell();
    expect(effects(story.all('apiserver.request')[0]!.seq).toSorted()).toEqual(['apiserver.cached', 'apiserver.commit', 'apiserver.sent', 'queue.add', 'reflector.event']);
  });

  it('has its request once, though two informers were sent it, and several objects were written', () => {
    const [one, other] = [story.ask('watch'), story.ask('watch', 'v1/pods@d')];
    story.tell(received('k'), committed(9, 'k'), cached(9), committed(10, 'k', 'd/two'), cached(10, 'd/two'), answered('k'));
    story.tell(sent(one.auditId, [9, 10]), sent(other.auditId, [9]));
    const events = [story.event(one.seq, 9), story.event(one.seq, 10, 'd/two'), story.event(other.seq, 9, 'd/web', 'v1/pods@d')];
    expect(story.all('apiserver.request')).toHaveLength(1);
    expect(story.all('apiserver.commit')).toHaveLength(2);
    expect(story.all('apiserver.sent').map(({ informer, rv }) => `${informer} ${rv}`)).toEqual(['v1/pods 9', 'v1/pods 10', 'v1/pods@d 9']);
    for (const event of events) expect(causes(event).at(1)).toBe('apiserver.request');
  });

  it('waits for the answer to its request, but not for ever', async () => {
    const watch = story.ask('watch');
    story.tell(received('k'), committed(9, 'k'), cached(9), sent(watch.auditId, [9]));
    expect(story.all('apiserver.sent')).toEqual([]);
    expect(story.linker.isWaiting).toBe(true);
    await story.clock.advance(1000);
    story.linker.settle();
    expect(story.all('apiserver.request')[0]).toMatchObject({ code: 0 });
    expect(story.all('apiserver.sent')).toHaveLength(1);
    expect(story.linker.isWaiting).toBe(false);
    story.tell(answered('k'));
    expect(story.all('apiserver.request')).toHaveLength(1);
  });

  it('of which only the end was told has the end alone', () => {
    const watch = story.ask('watch');
    story.tell({ kind: 'gap', lost: 3 } as never);
    story.tell(committed(9, 'k'), sent(watch.auditId, [9, 8]));
    const event = story.event(watch.seq, 9);
    expect(causes(event)).toEqual(['reflector.watch', 'apiserver.commit', 'apiserver.sent']);
    expect(story.all('apiserver.sent').map(({ events, key }) => ({ events, key }))).toEqual([{ events: 1, key: 'd/web' }, { events: 1, key: undefined }]);
    expect(gaps()).toEqual([{ lost: 3, why: 'slow' }]);
  });

  it('that nobody of this session was sent makes no entry, nor do requests of others', () => {
    story.ask('watch');
    story.tell(received('k'), committed(9, 'k'), cached(9), sent('somebody', [9]), answered('k'));
    expect([...story.tracer.entries()].map(({ kind }) => kind)).toEqual(['reflector.watch']);
  });
});

describe('a request of the session itself', () => {
  it('names the entry with which the Reflector asked; the list names it, or is named', () => {
    const [first, second] = [story.ask('list'), story.ask('list')];
    story.tell(received(first.auditId, { verb: 'list' }), answered(first.auditId, 200, { verb: 'list' }));
    const listed = story.record({ kind: 'reflector.listed', informer: pods, items: 1, pages: 1, bytes: 1, resourceVersion: '5', cause: [first.seq] });
    const late = story.record({ kind: 'reflector.listed', informer: pods, items: 1, pages: 1, bytes: 1, resourceVersion: '5', cause: [second.seq] });
    story.tell(received(second.auditId, { verb: 'list' }), answered(second.auditId, 200, { verb: 'list' }));
    const [one, other] = story.all('apiserver.request');
    expect([one!.cause, other!.cause]).toEqual([[first.seq], [second.seq]]);
    expect(story.at(listed).cause).toEqual([first.seq, one!.seq]);
    expect(other!.seenAs).toBe(late);
  });

  it('of a reconciler waits for the entry of the write, whichever is there first', () => {
    const watch = story.ask('watch');
    const name = story.names.write(story.now);
    story.tell(received(name), committed(9, name), cached(9), sent(watch.auditId, [9]), answered(name));
    expect(story.all('apiserver.request')).toEqual([]);
    const seq = write(name, 9);
    expect(story.all('apiserver.request')[0]!.cause).toEqual([seq]);
    const event = story.event(watch.seq, 9);
    expect(effects(seq)).toEqual(['apiserver.request', 'apiserver.commit', 'apiserver.cached', 'apiserver.sent', 'reflector.event']);
    expect(causes(event)).toEqual(['reflector.watch', 'reconcile.start', 'reconcile.write', 'apiserver.request', 'apiserver.commit', 'apiserver.cached', 'apiserver.sent']);
  });

  it('is told though nobody watches what it wrote, and though it was refused', () => {
    const [stored, refused] = [story.names.write(story.now), story.names.write(story.now)];
    story.tell(received(stored), committed(9, stored), cached(9), answered(stored), received(refused), answered(refused, 409));
    const [one, other] = [write(stored, 9), write(refused, undefined, 409)];
    expect(effects(one)).toEqual(['apiserver.request', 'apiserver.commit', 'apiserver.cached']);
    expect(effects(other)).toEqual(['apiserver.request']);
    expect(story.all('apiserver.request').map(({ code }) => code)).toEqual([200, 409]);
  });

  it('that nobody answers is told in the end', async () => {
    const name = story.names.write(story.now);
    story.tell(received(name));
    const seq = write(name, undefined, 0);
    await story.clock.advance(1000);
    story.linker.settle();
    expect(story.all('apiserver.request')[0]).toMatchObject({ code: 0, cause: [seq] });
  });
});

describe('a fault', () => {
  it.each(['before', 'after'])('of a watch is the cause of its end, told %s that', (order) => {
    const watch = story.ask('watch');
    story.tell(received(watch.auditId, { verb: 'watch' }), answered(watch.auditId, 200, { verb: 'watch' }));
    const tell = () => story.tell(fault('dropWatch', watch.auditId));
    if (order === 'before') tell();
    const closed = story.record({ kind: 'reflector.closed', informer: pods, reason: 'closed', lasted: 5, cause: [watch.seq] });
    if (order === 'after') tell();
    expect(causes(closed)).toContain('apiserver.fault');
    expect(story.all('apiserver.fault')[0]).toMatchObject({ fault: 'dropWatch', informer: pods, resource: pods });
    expect(effects(story.all('apiserver.request')[0]!.seq).toSorted()).toEqual(['apiserver.fault', 'reflector.closed']);
  });

  it('of a list goes with its request to the error', () => {
    const list = story.ask('list');
    const error = story.record({ kind: 'reflector.error', informer: pods, phase: 'list', code: 500, reason: 'InternalError', message: '', will: 'relist', cause: [list.seq] });
    story.tell(received(list.auditId, { verb: 'list' }), fault('status', list.auditId), answered(list.auditId, 500, { verb: 'list' }));
    expect(causes(error)).toEqual(['reflector.list', 'apiserver.request', 'apiserver.fault']);
  });

  it('that makes an event come twice is the cause of the second alone', () => {
    const watch = story.ask('watch');
    story.tell(fault('duplicateEvent', watch.auditId, { revision: 9 }));
    const [first, second] = [story.event(watch.seq, 9), story.event(watch.seq, 9)];
    expect(story.at(first).cause).toEqual([watch.seq]);
    expect(story.at(second).cause).toEqual([watch.seq, story.all('apiserver.fault')[0]!.seq]);
  });

  it('of the whole server strikes each open watch; what was compacted is behind an expired version', () => {
    const [one, other] = [story.ask('watch'), story.ask('watch', 'v1/nodes')];
    story.tell(fault('restart', '', { resource: '' }));
    const closed = [one, other].map(({ seq }, index) => story.record({ kind: 'reflector.closed', informer: index === 0 ? pods : 'v1/nodes', reason: 'closed', lasted: 5, cause: [seq] }));
    for (const seq of closed) expect(causes(seq)).toContain('apiserver.fault');
    const again = story.ask('watch');
    story.tell(fault('compact', '', { resource: '', revision: 9 }));
    const expired = story.record({ kind: 'reflector.error', informer: pods, phase: 'watch', code: 410, reason: 'Expired', message: '', will: 'relist', cause: [again.seq] });
    expect(causes(expired)).toContain('apiserver.fault');
    const other410 = story.record({ kind: 'reflector.error', informer: pods, phase: 'watch', code: 500, reason: '', message: '', will: 'relist', cause: [story.ask('watch').seq] });
    expect(causes(other410)).not.toContain('apiserver.fault');
  });

  it('of somebody else’s request is told with that, and of others not at all', () => {
    const watch = story.ask('watch');
    story.tell(received('k'), fault('slowAnswer', 'k'), committed(9, 'k'), cached(9), sent(watch.auditId, [9]), answered('k'), received('x'), fault('status', 'x'), answered('x', 500));
    expect(story.all('apiserver.fault')).toMatchObject([{ fault: 'slowAnswer', cause: [story.all('apiserver.request')[0]!.seq] }]);
  });
});

describe('a flood', () => {
  it('makes no more entries than there is room for, and what is missing is told', async () => {
    const watch = story.ask('watch');
    for (let revision = 1; revision <= 20_000; revision++) story.tell(received(`k${revision}`), committed(revision, `k${revision}`), cached(revision), answered(`k${revision}`), sent(watch.auditId, [revision]));
    expect(story.tracer.lastSeq).toBeLessThan(4100);
    await story.clock.advance(1000);
    story.linker.settle();
    const told = story.all('apiserver.sent').length;
    expect(gaps().reduce((sum, { lost }) => sum + lost, 0)).toBe(20_000 - told);
    expect(gaps().every(({ why }) => why === 'flood')).toBe(true);
    // Then there is room again.
    story.tell(received('k'), committed(30_000, 'k'), cached(30_000), answered('k'), sent(watch.auditId, [30_000]));
    expect(causes(story.event(watch.seq, 30_000))).toContain('apiserver.request');
  });

  it('of requests that are never answered is forgotten from the oldest on', () => {
    const watch = story.ask('watch');
    for (let revision = 1; revision <= 10_000; revision++) story.tell(received(`k${revision}`), committed(revision, `k${revision}`), sent(watch.auditId, [revision]));
    expect(story.tracer.lastSeq).toBeLessThan(3);
    story.tell(answered('k10000'));
    expect(causes(story.event(watch.seq, 10_000))).toContain('apiserver.request');
  });

  it('of initial events is one entry for each batch', () => {
    const watch = story.ask('watch');
    story.tell(sent(watch.auditId, Array.from({ length: 500 }, (_, index) => index + 1)));
    expect(story.all('apiserver.sent')).toMatchObject([{ events: 500, revision: 500, cause: [watch.seq] }]);
  });
});

it('says that nobody listened for a while', () => {
  story.linker.interrupted();
  expect(gaps()).toEqual([{ lost: 0, why: 'interrupted' }]);
});

describe('facts that cannot be true', () => {
  it('of a resource that is not the change’s lead nowhere', () => {
    const watch = story.ask('watch');
    story.tell(received('k'), committed(9, 'k', 'd/web', 'v1/secrets'), cached(9), answered('k'), sent(watch.auditId, [9]));
    expect(causes(story.event(watch.seq, 9))).toEqual(['reflector.watch']);
    expect(story.all('apiserver.commit')).toEqual([]);
  });

  it('of names that this session has not given are of others', () => {
    const { auditId } = story.ask('watch');
    const forged = `${auditId.slice(0, -12)}0000000fffff`;
    story.tell(received(forged), answered(forged), sent(forged, [9]), fault('dropWatch', forged));
    expect([...story.tracer.entries()].map(({ kind }) => kind)).toEqual(['reflector.watch']);
  });

  it('of times from anywhere are taken to be of now; a time never is before the question, or after it was heard', async () => {
    await story.clock.advance(500);
    const watch = story.ask('watch');
    story.tell({ ...answered(watch.auditId, 200, { verb: 'watch' }), at: 1e15 });
    expect(story.all('apiserver.request')[0]!.at).toBe(500);
    const again = story.ask('list');
    story.tell({ ...answered(again.auditId, 200, { verb: 'list' }), at: 499 });
    expect(story.all('apiserver.request')[1]!.at).toBe(500);
    await story.clock.advance(10);
    story.tell(received('k'), committed(9, 'k'), { ...sent(watch.auditId, [9]), at: 600 }, answered('k'));
    expect(story.all('apiserver.sent')[0]!.at).toBe(510);
    const times = [...story.tracer.entries()].map(({ t }) => t);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});
