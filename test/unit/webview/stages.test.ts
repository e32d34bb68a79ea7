import { describe, expect, it } from 'vitest';
import { notStepped } from '../../../extension/protocol/stepping.ts';
import { parseFilter } from '../../../extension/inspector/filter/parseFilter.ts';
import type { PanelState } from '../../../extension/protocol/messages.ts';
import { initialModel } from '../../../webview/store/model.ts';
import { reduce } from '../../../webview/store/reduce.ts';
import { createTexts } from '../../../webview/strings.ts';
import { changeOf, queueTitle, stageName } from '../../../webview/views/stageNames.ts';
import { cardsOf, pipelineCards, pipelineSummary, stageOfPoint } from '../../../webview/views/stages.ts';
import { statusParts } from '../../../webview/views/statusParts.ts';
import { busy, failing, idle, live, paused } from '../../support/panelStates.ts';

const texts = createTexts('en');

const cards = (state: PanelState) => cardsOf(pipelineCards(state, texts));

describe('the pipeline', () => {
  it('has of the API server what that tells of itself, where it does', () => {
    const server = { requests: 2, commits: 1, sent: 3, faults: 0, sentPerSecond: 0.6 };
    const card = (faults: number) => pipelineCards({ ...live, pipeline: { ...live.pipeline, server: { ...server, faults } } }, texts).apiserver;
    expect(card(0)).toMatchObject({ value: '0.6 sent/s', facts: ['3 events sent', '1 commit', '2 requests', expect.stringMatching(/^rv /)], filter: 'stage:apiserver' });
    expect(card(4).facts[0]).toBe('4 faults');
    expect(parseFilter(card(0).filter).faults).toEqual([]);
  });

  it('goes from the API server over Indexer and handlers to the workers', () => {
    expect(cards(live).map(({ title, value }) => `${title}: ${value}`)).toEqual([
      'API server: 42 events/s',
      'Reflector: watching',
      'DeltaFIFO: 0 keys · 0 deltas',
      'Indexer: 412 objects',
      'Handler deployment-rollout: 18,824 calls',
      'Handler tree: 18,824 calls',
      'WorkQueue: 1 ready',
      'Workers: 1 of 2 busy',
    ]);
  });

  it('shows where handlers, WorkQueue and workers will be, and says nothing of what is not there', () => {
    expect(cards(idle).slice(4)).toMatchObject([
      { title: 'Handlers', value: 'no handler', absent: true },
      { title: 'WorkQueue', value: 'no controller', facts: [], absent: true },
      { title: 'Workers', value: 'no controller', facts: [], absent: true },
    ]);
    expect(cards(idle).flatMap(({ facts }) => facts)).not.toContain('');
  });

  it('has a lane for each controller, its handler before it, and one for each handler besides', () => {
    const [controller] = live.pipeline.workers.controllers;
    const two = { ...live, pipeline: { ...live.pipeline, workers: { controllers: [controller!, { ...controller!, name: 'scaler' }] } } };
    expect(pipelineCards(two, texts).lanes.map(({ name, handler, queue }) => [name, handler?.title, queue?.title])).toEqual([
      ['deployment-rollout', 'Handler deployment-rollout', 'WorkQueue deployment-rollout'],
      ['scaler', undefined, 'WorkQueue scaler'],
      ['tree', 'Handler tree', undefined],
    ]);
  });

  it('A6: is told in words, with what is held and how long ago each stage had to do', () => {
    const summary = pipelineSummary(pipelineCards(paused, texts), 1000, texts);
    expect(summary).toContain('DeltaFIFO: 3 keys · 5 deltas, 18,829 deltas added · 18,824 keys popped, 1.2 s ago, Held before queue.pop web/api-7d4b9c6f8-x2x1;');
    expect(summary).toMatch(/^The API server streams .* one call pops a key/);
  });

  it('says which of several informers is in the worst state, and that it fails', () => {
    expect(cards(failing)[1]).toMatchObject({ value: 'unreachable', failing: true, facts: ['v1/pods', 'retry 3 in 5 s', '3 lists', '6 errors'] });
    expect(cards(live)[1]).toMatchObject({ failing: false, facts: ['watch open for 3 min 12 s', '3 lists', '0 errors'] });
  });

  it('calls the queue what it is', () => {
    expect(cards(busy)[2]!.title).toBe('RealFIFO');
    const [first, second] = live.deltaQueues;
    const mixed = [{ ...first!, kind: 'RealFIFO' as const }, second!];
    expect(queueTitle(mixed, texts)).toBe('RealFIFO · DeltaFIFO');
    expect(stageName({ stage: 'queue', informer: first!.informer }, mixed, texts)).toBe('RealFIFO');
    expect(stageName({ stage: 'queue', informer: second!.informer }, mixed, texts)).toBe('DeltaFIFO');
  });

  it('marks the stages at which something is held', () => {
    expect(cards(busy).filter(({ held }) => held.length > 0).map(({ id }) => id)).toEqual(['queue', 'workqueue']);
  });

  it('leads to the page that tells more, and to the entries of the stage', () => {
    expect(cards(live).map(({ tab, filter }) => `${tab} ${filter}`)).toEqual([
      'server kind:reflector.event,reflector.bookmark,reflector.listed',
      'server stage:reflector',
      'queues stage:queue',
      'cache stage:store',
      'queues handler:deployment-rollout',
      'queues handler:tree',
      'queues queue:deployment-rollout',
      'queues controller:deployment-rollout',
    ]);
    for (const { filter } of cards(live)) expect(parseFilter(filter).faults).toEqual([]);
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
    expect(at({ ...failing, stepper: paused.stepper })).toMatch(/ · held 6\.3 s · 2 of 3 informers failing · 5 deltas and 1 work queue key waiting$/);
  });

  it('says where it is held, what, for how long, and what goes on', () => {
    expect(at(paused)).toBe('Paused before queue.pop · v1/pods web/api-7d4b9c6f8-x2x1 · held 6.3 s · the Reflector and the workers go on · 5 deltas and 1 work queue key waiting');
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
