import { describe, expect, it } from 'vitest';
import { initialModel } from '../../../webview/store/model.ts';
import { reduce } from '../../../webview/store/reduce.ts';
import { createTexts } from '../../../webview/strings.ts';
import { changeOf } from '../../../webview/views/stageNames.ts';
import { pipelineSummary, stageOfPoint, stagesOf } from '../../../webview/views/stages.ts';
import { statusParts } from '../../../webview/views/statusParts.ts';
import { busy, idle, live, paused } from '../../support/panelStates.ts';

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
    expect(cards.at(-1)).toMatchObject({ value: 'no controller', lines: [] });
    expect(cards.flatMap(({ lines }) => lines.flat())).not.toContain('');
  });

  it('A6: is told in one sentence, with what is held', () => {
    const summary = pipelineSummary(stagesOf(paused, texts), texts);
    expect(summary).toContain('DeltaFIFO: 3 keys · 5 deltas, 18,829 added, 18,824 popped, Held before queue.pop web/api-7d4b9c6f8-x2x1;');
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
    expect(at({ ...paused, stepper: { paused: true, held: [] } })).toBe('Paused · nothing is held yet');
  });

  it('does not say that the Reflector goes on when it is the one that is held', () => {
    const held = [{ point: 'watch.event', owner: 'v1/pods', key: 'a/b', heldMs: 0 }];
    expect(at({ ...paused, stepper: { paused: true, held } })).not.toContain('goes on');
  });
});
