import { beforeEach, describe, expect, it } from 'vitest';
import { causesOf } from '../../../extension/debugger/chain/causeWalk.ts';
import { EffectWalk } from '../../../extension/debugger/chain/effectWalk.ts';
import { type FaultKind, faultKinds } from '../../../extension/introspection/faults.ts';
import type { EntryOf, Seq } from '../../../extension/trace/entry.ts';
import { answered, cached, committed, fault, FactStory, pods, received, sent } from '../../support/factStory.ts';

/** What the playground tells of each kind of fault, and to which entry that led: told before it is seen, as it mostly is. */

type Error = EntryOf<'reflector.error'>;

let story: FactStory;
beforeEach(() => {
  story = new FactStory();
});

function open(verb: 'list' | 'watch' = 'watch'): { readonly seq: Seq; readonly auditId: string } {
  const asked = story.ask(verb);
  story.tell(received(asked.auditId, { verb }), answered(asked.auditId, 200, { verb }));
  story.record({ kind: 'reflector.accepted', informer: pods, cause: [asked.seq] });
  return asked;
}

/** Asked at such a version. */
function watchAt(resourceVersion: number): { readonly seq: Seq; readonly auditId: string } {
  const seq = story.record({ kind: 'reflector.watch', informer: pods, resourceVersion: String(resourceVersion), timeoutSeconds: 300, streaming: false });
  return { seq, auditId: story.names.watch(pods, story.now, seq) };
}

const closed = (cause: Seq, { reason = 'closed', lasted = 5_000 }: { readonly reason?: string; readonly lasted?: number } = {}): Seq => story.record({ kind: 'reflector.closed', informer: pods, reason, lasted, cause: [cause] });
const failed = (cause: Seq, code: number, phase: Error['phase'] = 'watch'): Seq => story.record({ kind: 'reflector.error', informer: pods, phase, code, reason: 'Any', message: '', will: 'relist', cause: [cause] });
const listed = (cause: Seq): Seq => story.record({ kind: 'reflector.listed', informer: pods, items: 1, pages: 1, bytes: 1, resourceVersion: '5', cause: [cause] });

/** On a watch that is open. */
function ends(kind: FaultKind, how: (watch: Seq) => Seq): () => Seq {
  return () => {
    const watch = open();
    story.tell(fault(kind, watch.auditId, { revision: 9 }));
    return how(watch.seq);
  };
}

/** On a request, before it is answered. */
function answers(kind: FaultKind, code: number, verb: 'list' | 'watch', how: (asked: Seq) => Seq): () => Seq {
  return () => {
    const asked = story.ask(verb);
    story.tell(received(asked.auditId, { verb }), fault(kind, asked.auditId), answered(asked.auditId, code, { verb }));
    return how(asked.seq);
  };
}

/** Of the server itself. */
const ofServer = (kind: FaultKind, revision: number, ms = 0): void => story.tell(fault(kind, '', { resource: '', revision, ms }));

const stories: Readonly<Record<FaultKind, Readonly<Record<string, () => Seq>>>> = {
  dropWatch: { 'the end of the watch': ends('dropWatch', closed) },
  stallWatch: { 'the silence': ends('stallWatch', (watch) => closed(watch, { reason: 'silent', lasted: 300_000 })) },
  cutObject: { 'the end of the watch': ends('cutObject', closed), 'a list that fails': answers('cutObject', 200, 'list', (list) => failed(list, 0, 'list')) },
  junkLine: { 'the end of the watch': ends('junkLine', closed) },
  twoOnOneLine: { 'the event that is read with the next': ends('twoOnOneLine', (watch) => story.event(watch, 9)) },
  expireWatch: { 'the end, and the error that comes of it': ends('expireWatch', (watch) => failed(closed(watch, { reason: 'Expired' }), 410, 'stream')) },
  noEndMarker: { 'a streamed list that stands still': ends('noEndMarker', (watch) => story.record({ kind: 'reflector.streaming', informer: pods, objects: 3, lasted: 10_000, cause: [watch] })) },
  noBookmarks: {
    'the silence': ends('noBookmarks', (watch) => closed(watch, { reason: 'silent', lasted: 90_000 })),
    'a version that is too old when it comes again': ends('noBookmarks', (watch) => {
      closed(watch, { lasted: 300_000 });
      return failed(closed(watchAt(3).seq, { reason: 'Expired' }), 410, 'stream');
    }),
  },
  slowWatcher: {
    'what is sent late': () => {
      const watch = open();
      story.tell(fault('slowWatcher', watch.auditId, { ms: 10_000 }), received('k'), committed(9, 'k'), cached(9), answered('k'));
      story.tell({ ...sent(watch.auditId, [9]), at: story.now + 8_000 });
      return story.event(watch.seq, 9);
    },
    'the end of the watch': ends('slowWatcher', closed),
  },
  duplicateEvent: {
    'the second event': () => {
      const watch = open();
      story.tell(fault('duplicateEvent', watch.auditId, { revision: 9 }));
      story.event(watch.seq, 9);
      return story.event(watch.seq, 9);
    },
  },
  loseEvent: {
    'its tombstone in the next list': () => {
      const watch = open();
      story.tell(received('k'), committed(9, 'k'), cached(9), answered('k'), fault('loseEvent', watch.auditId, { revision: 9 }));
      const list = listed(open('list').seq);
      return story.record({ kind: 'queue.add', informer: pods, key: 'd/web', delta: 'Deleted', waiting: 1, tombstone: true, cause: [list] });
    },
    'what an atomic list makes of it': () => {
      const watch = open();
      story.tell(received('k'), committed(9, 'k'), cached(9), answered('k'), fault('loseEvent', watch.auditId, { revision: 9 }));
      return story.record({ kind: 'store.update', informer: pods, key: 'd/web', rv: '9', old: '5', cause: [listed(open('list').seq)] });
    },
  },
  holdHeaders: {
    'a watch that is accepted': answers('holdHeaders', 200, 'watch', (watch) => story.record({ kind: 'reflector.accepted', informer: pods, cause: [watch] })),
    'a list': answers('holdHeaders', 200, 'list', (list) => acceptedAndListed(list)),
    'a watch that is given up before': answers('holdHeaders', 0, 'watch', (watch) => failed(watch, 0)),
  },
  slowAnswer: { 'a watch that is accepted': answers('slowAnswer', 200, 'watch', (watch) => story.record({ kind: 'reflector.accepted', informer: pods, cause: [watch] })), 'a list': answers('slowAnswer', 200, 'list', (list) => acceptedAndListed(list)) },
  status: { 'a list': answers('status', 500, 'list', (list) => failed(list, 500, 'list')), 'a watch': answers('status', 503, 'watch', (watch) => failed(watch, 503)) },
  tooLarge: { 'a list': answers('tooLarge', 504, 'list', (list) => failed(list, 504, 'list')), 'a watch': answers('tooLarge', 200, 'watch', (watch) => failed(closed(watch, { reason: 'Timeout' }), 504, 'stream')) },
  staleRead: { 'a list': answers('staleRead', 200, 'list', listed) },
  compact: {
    'a version that is too old': () => {
      ofServer('compact', 9);
      return failed(watchAt(3).seq, 410);
    },
    'a page of a list': () => {
      ofServer('compact', 9);
      return failed(story.record({ kind: 'reflector.list', informer: pods, resourceVersion: '', limit: 1, continue: 't', objects: 1 }), 410, 'list');
    },
  },
  lag: {
    'the watch cache that hears late': () => {
      ofServer('lag', 8, 5_000);
      const watch = open();
      story.tell(received('k'), committed(9, 'k'), { ...cached(9), at: story.now + 5_000 }, answered('k'), { ...sent(watch.auditId, [9]), at: story.now + 5_000 });
      return story.event(watch.seq, 9);
    },
    'one that nobody watched yet': () => {
      story.tell(fault('lag', '', { resource: pods, revision: 8, ms: 50 }));
      const watch = open();
      story.tell(received('k'), committed(9, 'k'), { ...cached(9), at: story.now + 50 }, answered('k'), { ...sent(watch.auditId, [9]), at: story.now + 50 });
      return story.event(watch.seq, 9);
    },
  },
  restart: {
    'the end of each watch': () => {
      const watch = open();
      ofServer('restart', 9);
      return closed(watch.seq);
    },
    'a version that is too old when it comes again': () => {
      ofServer('restart', 9);
      return failed(watchAt(3).seq, 410);
    },
  },
  restore: {
    'the end of each watch': () => {
      const watch = open();
      ofServer('restore', 9);
      return closed(watch.seq);
    },
    'a version that is too large': () => {
      ofServer('restore', 2);
      return failed(story.record({ kind: 'reflector.list', informer: pods, resourceVersion: '30' }), 504, 'list');
    },
  },
};

/** It is told first that the answer has begun. */
const acceptedAndListed = (list: Seq): Seq => {
  story.record({ kind: 'reflector.accepted', informer: pods, cause: [list] });
  return listed(list);
};

const faultsBehind = (seq: Seq): readonly string[] => causesOf(story.tracer, story.at(seq)).entries.flatMap((entry) => (entry.kind === 'apiserver.fault' ? [entry.fault] : []));

describe.each(faultKinds)('%s', (kind) => {
  it.each(Object.keys(stories[kind]))('is the cause of %s', (name) => {
    const seq = stories[kind][name]!();
    expect([...new Set(faultsBehind(seq))]).toEqual([kind]);
    const told = story.all('apiserver.fault').find(({ fault: each }) => each === kind)!;
    expect(new EffectWalk(story.tracer, told).catchUp().entries.map(({ seq: effect }) => effect)).toContain(seq);
  });
});

describe('a fault that something has survived is not why it ends', () => {
  it.each(['holdHeaders', 'slowAnswer', 'slowWatcher', 'stallWatch', 'noBookmarks', 'noEndMarker'] as const)('%s, when the server closes the watch in its time', (kind) => {
    const watch = story.ask('watch');
    story.tell(received(watch.auditId, { verb: 'watch' }), fault(kind, watch.auditId), answered(watch.auditId, 200, { verb: 'watch' }));
    story.record({ kind: 'reflector.accepted', informer: pods, cause: [watch.seq] });
    expect(faultsBehind(closed(watch.seq, { lasted: 300_000 }))).toEqual([]);
  });

  it.each(['dropWatch', 'stallWatch', 'slowWatcher'] as const)('%s, when somebody stops the informer', (kind) => {
    const watch = open();
    story.tell(fault(kind, watch.auditId));
    expect(faultsBehind(closed(watch.seq, { reason: 'stopped' }))).toEqual([]);
  });
});

describe('a version that is too old', () => {
  it('is not of what was compacted before it', () => {
    ofServer('compact', 9);
    expect(faultsBehind(failed(watchAt(20).seq, 410))).toEqual([]);
  });

  it('is of the fault of the request itself, whatever was compacted', () => {
    ofServer('compact', 9);
    const watch = watchAt(3);
    story.tell(received(watch.auditId, { verb: 'watch' }), answered(watch.auditId, 200, { verb: 'watch' }), fault('expireWatch', watch.auditId));
    expect(faultsBehind(failed(closed(watch.seq, { reason: 'Expired' }), 410, 'stream'))).toEqual(['expireWatch']);
  });

  it('is not of what was compacted when the server had let it watch already', async () => {
    const watch = watchAt(3);
    story.record({ kind: 'reflector.accepted', informer: pods, cause: [watch.seq] });
    await story.clock.advance(1_000);
    ofServer('compact', 9);
    expect(faultsBehind(failed(closed(watch.seq, { reason: 'Expired' }), 410, 'stream'))).toEqual([]);
  });
});

it('a watch that goes on from a streamed list ends by what strikes it then, though other links of its chain came between', () => {
  const watch = open();
  const synced = story.record({ kind: 'reflector.synced', informer: pods, cause: [watch.seq] });
  story.tell(fault('dropWatch', watch.auditId));
  expect(faultsBehind(closed(synced))).toEqual(['dropWatch']);
});

it('what is not late has no lag behind it, nor has what was on its way before', () => {
  ofServer('lag', 8, 5_000);
  const watch = open();
  story.tell(received('k'), committed(9, 'k'), { ...cached(9), at: story.now + 20 }, answered('k'), sent(watch.auditId, [9]));
  expect(faultsBehind(story.event(watch.seq, 9))).toEqual([]);
});

it('a resync tells again what is known, and mends nothing', () => {
  const watch = open();
  story.tell(received('k'), committed(9, 'k'), cached(9), answered('k'), fault('loseEvent', watch.auditId, { revision: 9 }));
  const resync = story.record({ kind: 'queue.resync', informer: pods, synced: 1, cause: [watch.seq] });
  expect(faultsBehind(story.record({ kind: 'queue.add', informer: pods, key: 'd/web', delta: 'Sync', waiting: 1, cause: [resync] }))).toEqual([]);
  expect(faultsBehind(story.record({ kind: 'queue.add', informer: pods, key: 'd/web', delta: 'Replaced', waiting: 1, cause: [watch.seq] }))).toEqual(['loseEvent']);
});
