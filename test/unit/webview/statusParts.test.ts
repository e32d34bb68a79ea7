import { describe, expect, it } from 'vitest';
import type { PanelState } from '../../../extension/protocol/messages.ts';
import { notStepped, type StepperView } from '../../../extension/protocol/stepping.ts';
import { initialModel } from '../../../webview/store/model.ts';
import { createTexts } from '../../../webview/strings.ts';
import { statusParts } from '../../../webview/views/statusParts.ts';
import { busy, failing, live, paused } from '../../support/panelStates.ts';

const says = (state: PanelState): string => statusParts({ ...initialModel(), state }, createTexts('en')).join(' · ');
const stepping = (stepper: Partial<StepperView>): string => says({ ...paused, stepper: { ...paused.stepper, ...stepper } });
const [held] = paused.stepper.held;

describe('why it stands still', () => {
  it.each([
    [{ type: 'pause', detail: '' }, /^Paused before queue\.pop · v1\/pods web\/api/],
    [{ type: 'step', detail: '' }, /^Stepped to queue\.pop · /],
    [{ type: 'breakpoint', detail: 'Deleted · web/*' }, /^Breakpoint “Deleted · web\/\*” before queue\.pop · /],
    [{ type: 'runTo', detail: 'web/*' }, /^Ran to web\/\*, before queue\.pop · /],
  ] as const)('is told: %o', (reason, text) => {
    expect(stepping({ reason })).toMatch(text);
  });

  it('is told when what was stepped through has left, and nothing is held', () => {
    expect(stepping({ held: [], heldCount: 0, chosen: null, reason: { type: 'left', detail: '' } })).toBe('Stepped out: the item has left the pipeline');
  });
});

it('a breakpoint that an entry has told of is named before anything is held', () => {
  expect(stepping({ held: [], heldCount: 0, chosen: null, reason: { type: 'breakpoint', detail: '410 Expired' } })).toBe('Breakpoint “410 Expired” · nothing is held yet');
});

describe('what is held', () => {
  it('is the chosen one, and the others are counted, also those that are not listed', () => {
    const chosen = { ...held!, id: 7, key: 'jobs/etl' };
    expect(stepping({ held: [held!, chosen], heldCount: 30, chosen: 7 })).toMatch(/^Paused before queue\.pop · v1\/pods jobs\/etl · held \d+\.\d s · and 29 more/);
  });

  it('stands still without a pause when a breakpoint holds it', () => {
    expect(stepping({ paused: false, reason: { type: 'breakpoint', detail: 'x' } })).toMatch(/^Breakpoint/);
  });

  it('does not stand still while it runs to a key, which is told', () => {
    const going = { paused: false, held: [], heldCount: 0, chosen: null, reason: null, runningTo: 'web/*' };
    expect(stepping(going)).toBe('Running to web/*');
    expect(stepping({ ...going, slowMotionMs: 500 })).toBe('Running to web/* · Live in slow motion: 0.5 s at each gate');
    expect(says({ ...failing, stepper: { ...failing.stepper, runningTo: 'web/*' } })).toBe(`Running to web/* · ${says(failing)}`);
  });

  it('does not stand still when it goes on by itself', () => {
    expect(stepping({ paused: false, slowMotionMs: 500, held: [{ ...held!, briefly: true }] })).toMatch(/^Live in slow motion: 0\.5 s at each gate/);
  });
});

describe('what goes on', () => {
  const at = (point: string): string => stepping({ held: [{ ...held!, point }] });

  it.each([
    ['queue.pop', 'the Reflector and the workers go on'],
    ['handler.call', 'the Reflector and the workers go on'],
    ['workqueue.get', 'the Reflector goes on'],
    ['reconcile.write', 'the Reflector goes on'],
    ['watch.event', 'the workers go on'],
    ['queue.add', 'the workers go on'],
  ])('while something is held before %s: %s', (point, goesOn) => {
    expect(at(point)).toContain(goesOn);
  });

  it('says nothing of workers where there is none', () => {
    const idle = { ...paused, pipeline: { ...paused.pipeline, workers: { controllers: [] } } };
    expect(says(idle)).toContain('· the Reflector goes on ·');
  });

  it('the Reflector does not while its queue is full', () => {
    expect(stepping({ pile: { ...paused.stepper.pile, bound: 1000, full: ['v1/pods'] } })).toMatch(/the workers go on .* the queue of v1\/pods is full at 1,000 deltas: its Reflector waits$/);
  });
});

describe('what piles up', () => {
  it.each([
    [{ deltas: 1, workKeys: 0 }, '1 delta and 0 work queue keys waiting'],
    [{ deltas: 48_211, workKeys: 812 }, '48,211 deltas and 812 work queue keys waiting'],
  ])('is counted: %o', (pile, text) => {
    expect(stepping({ pile: { ...notStepped.pile, ...pile } })).toContain(text);
  });

  it('is not mentioned when it is nothing', () => {
    expect(stepping({ pile: notStepped.pile })).not.toContain('waiting');
  });
});

it('what fails is told in any case', () => {
  expect(says(busy)).toContain('v1/pods backing off');
  expect(says(failing)).toBe('2 of 3 informers failing');
  expect(says(live)).toBe('Live');
});
