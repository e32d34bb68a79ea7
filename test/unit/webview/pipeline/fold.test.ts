import { describe, expect, it } from 'vitest';
import type { HeldStepView } from '../../../../extension/protocol/stepping.ts';
import { foldLanes, mostLanes } from '../../../../webview/pipeline/fold.ts';
import { gatesHeld } from '../../../../webview/pipeline/gatesHeld.ts';
import { createTexts } from '../../../../webview/strings.ts';
import { type Lane, pipelineCards } from '../../../../webview/views/stages.ts';
import { live, paused } from '../../../support/panelStates.ts';

const texts = createTexts('en');
const held = (point: string, owner: string, key = 'd/a', id = 1): HeldStepView => ({ ...paused.stepper.held[0]!, id, point, owner, key, heldMs: 0 });

function lanesOf(count: number, ...steps: readonly HeldStepView[]): readonly Lane[] {
  const [controller] = live.pipeline.workers.controllers;
  const [handler] = live.pipeline.handlers;
  const names = Array.from({ length: count }, (_, index) => `c${index}`);
  const named = <Each extends object>(each: Each): (Each & { name: string })[] => names.map((name) => Object.assign({}, each, { name }));
  const pipeline = { ...live.pipeline, handlers: named(handler!), workers: { controllers: named(controller!) } };
  return pipelineCards({ ...live, pipeline, stepper: { ...live.stepper, held: steps } }, texts).lanes;
}

describe('foldLanes', () => {
  it('draws two, and of more the first and how many there are besides', () => {
    expect(foldLanes(lanesOf(2), false)).toMatchObject({ more: 0, foldable: false });
    const { shown, more, foldable } = foldLanes(lanesOf(20), false);
    expect([shown.map(({ name }) => name), more, foldable]).toEqual([['c0'], 19, true]);
  });

  it('draws all when asked, up to a bound', () => {
    expect(foldLanes(lanesOf(20), true)).toMatchObject({ more: 0, foldable: true });
    const { shown, more } = foldLanes(lanesOf(100), true);
    expect(shown.length + more).toBe(100);
    expect(shown).toHaveLength(mostLanes - 1);
  });

  it('draws the one where something is held', () => {
    const lanes = lanesOf(20, held('workqueue.get', 'c7'));
    expect(foldLanes(lanes, false).shown.map(({ name }) => name)).toEqual(['c7']);
  });
});

describe('gatesHeld', () => {
  const nothing = { chosen: null, inHand: null };

  it('groups what is held by where it stands, with the key that Step means', () => {
    const steps = [held('queue.pop', 'v1/pods', 'd/a', 1), held('queue.pop', 'v1/secrets', 'd/b', 2), held('workqueue.get', 'c1', 'd/c', 3)];
    expect(gatesHeld({ held: steps, chosen: 2, inHand: null }, lanesOf(2))).toEqual([
      { gate: 'queue.pop', key: 'd/b', more: 1, chosen: true, passed: false },
      { gate: 'workqueue.get:1', key: 'd/c', more: 0, chosen: false, passed: false },
    ]);
  });

  it('draws the item in hand where it has gone on from, and once where it is held', () => {
    const inHand = { point: 'queue.pop', owner: 'v1/pods', key: 'd/a', held: false };
    expect(gatesHeld({ ...nothing, held: [], inHand }, lanesOf(1))).toEqual([{ gate: 'queue.pop', key: 'd/a', more: 0, chosen: true, passed: true }]);
    expect(gatesHeld({ held: [held('queue.pop', 'v1/pods')], chosen: 1, inHand: { ...inHand, held: true } }, lanesOf(1))).toHaveLength(1);
  });

  it('stands a handler’s call of which only the informer is known before the first handler', () => {
    expect(gatesHeld({ ...nothing, held: [held('handler.call', 'v1/pods')] }, lanesOf(3))[0]!.gate).toBe('handler.call:0');
  });
});
