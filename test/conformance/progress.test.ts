import { describe, expect, it } from 'vitest';
import { SharedInformerFactory } from '../../extension/informer/sharedInformerFactory.ts';
import type { ClientGo } from '../../extension/informer/profile.ts';
import { initialInformerState, reduceInformerState } from '../../extension/inspector/informerState.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import { openGate } from '../../extension/trace/gate.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { added, bookmark, page, pod } from '../support/objects.ts';
import { RecordingLogger } from '../support/recordingLogger.ts';
import { ScriptedListerWatcher } from '../support/scriptedListerWatcher.ts';

/** How far the whole state has come is told by the entries alone: whoever reads a recording knows it too. */
function start(clientGo: ClientGo, server: ScriptedListerWatcher) {
  const clock = new FakeClock();
  const tracer = new Tracer(clock, 1000);
  const factory = new SharedInformerFactory({ clock, probe: tracer, gate: openGate, random: () => 0, logger: new RecordingLogger(), listerWatcherFor: () => server });
  const informer = factory.informer(parseResource('v1/pods')!, {}, { clientGo });
  factory.start();
  const sentence = (): string => {
    const state = [...tracer.entries()].reduce(reduceInformerState, initialInformerState);
    if (!state.progress) return state.phase;
    const { how, objects, page: number, since } = state.progress;
    const seconds = Math.round(clock.now() / 1000 - since / 1000);
    return how === 'stream' ? `streaming initial events: ${objects} objects, end marker not seen, ${seconds} s` : `page ${number}: ${objects} objects so far, ${seconds} s`;
  };
  return { clock, tracer, factory, informer, sentence };
}

const pods = (count: number, from = 0) => Array.from({ length: count }, (_, index) => pod(`p${from + index}`, from + index + 1));

describe('the phase of the whole state, from the entries alone', () => {
  it('WatchList: what has been streamed, that the end marker is awaited, and for how long', async () => {
    const server = new ScriptedListerWatcher([], []);
    const { clock, factory, sentence, tracer } = start('1.36', server);
    await clock.settle();
    server.current.send(...pods(143).map(added));
    await clock.advance(38_000);
    expect(sentence()).toBe('streaming initial events: 143 objects, end marker not seen, 38 s');
    expect([...tracer.entries()].some((entry) => entry.kind === 'reflector.streaming' && entry.objects === 143)).toBe(true);
    server.current.send(bookmark(200, true));
    await clock.settle();
    expect(sentence()).toBe('watching');
    await factory.shutdown();
  });

  it('list, then watch: which page is awaited, what has come, and for how long', async () => {
    const third = Promise.withResolvers<ReturnType<typeof page>>();
    const server = new ScriptedListerWatcher([page(10, pods(500), { continue: 'a' }), page(10, pods(500, 500), { continue: 'b' }), () => third.promise]);
    const { clock, factory, informer, sentence } = start('1.32', server);
    await clock.advance(2000);
    expect(sentence()).toBe('page 3: 1000 objects so far, 2 s');
    third.resolve(page(10, pods(7, 1000)));
    await clock.advance(1000);
    expect(sentence()).toBe('watching');
    expect(informer.indexer.size).toBe(1007);
    await factory.shutdown();
  });
});
