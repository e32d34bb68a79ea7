import { describe, expect, it } from 'vitest';
import { notStepped } from '../../../extension/protocol/stepping.ts';
import { initialModel } from '../../../webview/store/model.ts';
import { reduce } from '../../../webview/store/reduce.ts';
import { createTexts } from '../../../webview/strings.ts';
import { changeOf, queueTitle, stageName } from '../../../webview/views/stageNames.ts';
import { pipelineSummary, stageOfPoint, stagesOf } from '../../../webview/views/stages.ts';
import { statusParts } from '../../../webview/views/statusParts.ts';
import { busy, failing, idle, live, paused } from '../../support/panelStates.ts';

const texts = createTexts('en');

describe('the pipeline', () => {
  it('goes from the API server to the workers', () => {
    expect(stagesOf(live, texts).map(({ title, value }) => `${title}: ${value}`)).toEqual([
      'API server: 42 events/s',
      'Reflector: watching',
      'DeltaFIFO: 0 keys · 0 deltas',
      'Indexer: 412 objects',
      'Handlers: 2 handlers',
      'WorkQueue: 1 ready',
      'Workers: 1 of 2 busy',
    ]);
  });

  it('says nothing of what is not there', () => {
    const cards = stagesOf(idle, texts);
    expect(cards.at(-1)).toMatchObject({ value: 'no controller', facts: [] });
    expect(cards.flatMap(({ facts }) => facts)).not.toContain('');
  });

  it('A6: is told in one sentence, with what is held', () => {
    const summary = pipelineSummary(stagesOf(paused, texts), texts);
    expect(summary).toContain('DeltaFIFO: 3 keys · 5 deltas, 18,829 deltas added, 18,824 keys popped, Held before queue.pop web/api-7d4b9c6f8-x2x1;');
  });

  it('says which of several informers is in the worst state, and that it fails', () => {
    expect(stagesOf(failing, texts)[1]).toMatchObject({ value: 'unreachable', failing: true, facts: ['v1/pods', 'retry 3 in 5 s', '3 lists', '6 errors'] });
    expect(stagesOf(live, texts)[1]).toMatchObject({ failing: false, facts: ['watch open for 3 min 12 s', '3 lists', '0 errors'] });
  });

  it('calls the queue what it is', () => {
    expect(stagesOf(busy, texts)[2]!.title).toBe('RealFIFO');
    const [first, second] = live.deltaQueues;
    const mixed = [{ ...first!, kind: 'RealFIFO' as const }, second!];
    expect(queueTitle(mixed, texts)).toBe('RealFIFO · DeltaFIFO');
    expect(stageName({ stage: 'queue', informer: first!.informer }, mixed, texts)).toBe('RealFIFO');
    expect(stageName({ stage: 'queue', informer: second!.informer }, mixed, texts)).toBe('DeltaFIFO');
  });

  it('marks the stages at which something is held', () => {
    expect(stagesOf(busy, texts).filter(({ held }) => held).map(({ id }) => id)).toEqual(['queue', 'workqueue']);
  });

  it.each([
    ['list.page', 'reflector'],
    ['watch.event', 'reflector'],
    ['queue.add', 'queue'],
    ['queue.pop', 'queue'],
    ['handler.call', 'handler'],
    ['workqueue.add', 'workqueue'],
    ['workqueue.get', 'workqueue'],
    ['workqueue.done', 'reconcile'],
    ['reconcile.start', 'reconcile'],
    ['reconcile.write', 'reconcile'],
  ])('the gate %s stands at the %s', (point, stage) => {
    expect(stageOfPoint(point)).toBe(stage);
  });
});

describe('a row', () => {
  it.each([
    ['reflector.event', 'MODIFIED', 'MODIFIED'],
    ['queue.pop', 'Pop · Updated, Deleted', 'Updated, Deleted'],
    ['store.update', 'update · was 184180 · index owner', 'was 184180 · index owner'],
    ['workqueue.add', 'deployment-rollout · add', 'deployment-rollout'],
    ['reflector.stopped', 'stopped', ''],
    ['handler.delete', 'tree OnDelete', 'tree'],
    ['handler.update', 'tree OnUpdate · was 184180', 'tree · was 184180'],
  ])('%s says what changed once: %s', (kind, summary, change) => {
    expect(changeOf({ kind, summary })).toBe(change);
  });
});

describe('the status', () => {
  const at = (state: typeof live, elapsed = 0): string => {
    const model = reduce(initialModel(), { type: 'state', state, now: 1000 });
    return statusParts(reduce(model, { type: 'tick', now: 1000 + elapsed }), texts).join(' · ');
  };

  it('is Live while nothing is paused', () => {
    expect(at(live)).toBe('Live');
  });

  it('L1: says what fails, and how many', () => {
    expect(at(failing)).toBe('2 of 3 informers failing');
    const one = { ...failing, pipeline: { ...failing.pipeline, reflector: { ...failing.pipeline.reflector, failing: 1 } } };
    expect(at(one)).toBe('v1/pods unreachable · retry 3 in 5 s');
    expect(at({ ...failing, stepper: paused.stepper })).toMatch(/ · held 6\.3 s · 2 of 3 informers failing$/);
  });

  it('says where it is held, what, for how long, and what goes on', () => {
    expect(at(paused)).toBe('Paused before queue.pop · v1/pods web/api-7d4b9c6f8-x2x1 · held 6.3 s · the Reflector goes on');
  });

  it('counts on between two pictures', () => {
    expect(at(paused, 2500)).toContain('held 8.8 s');
  });

  it('names the one that has been held longest, and counts the others', () => {
    expect(at(busy)).toContain('held 12 min 34 s · and 1 more');
  });

  it('says that nothing is held yet', () => {
    expect(at({ ...paused, stepper: { ...notStepped, paused: true } })).toBe('Paused · nothing is held yet');
  });

  it('does not say that the Reflector goes on when it is the one that is held', () => {
    const held = [{ id: 1, point: 'watch.event', owner: 'v1/pods', key: 'a/b', heldMs: 0, briefly: false, takes: [] }];
    expect(at({ ...paused, stepper: { ...notStepped, paused: true, held, heldCount: 1, chosen: 1 } })).not.toContain('goes on');
  });
});
