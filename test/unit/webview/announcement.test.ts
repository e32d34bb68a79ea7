import { describe, expect, it } from 'vitest';
import type { PanelState } from '../../../extension/protocol/messages.ts';
import { notStepped } from '../../../extension/protocol/stepping.ts';
import { announcementOf } from '../../../webview/a11y/announcement.ts';
import { createTexts } from '../../../webview/strings.ts';
import { busy, ended, live, paused } from '../../support/panelStates.ts';

const say = (before: PanelState | null, after: PanelState): string | undefined => announcementOf(before, after, createTexts('en'));
const pausedEmpty: PanelState = { ...paused, stepper: { ...notStepped, paused: true } };

describe('A4: what is announced', () => {
  it('nothing of the first picture, nor of one that only counts on', () => {
    expect(say(null, paused)).toBeUndefined();
    expect(say(live, { ...live, pipeline: { ...live.pipeline, indexer: { ...live.pipeline.indexer, objects: 413 } } })).toBeUndefined();
  });

  it('a pause, what is held, the next that is held, and that it is live again', () => {
    expect(say(live, pausedEmpty)).toBe('Paused. Nothing is held yet.');
    expect(say(pausedEmpty, paused)).toBe('Held before queue.pop: web/api-7d4b9c6f8-x2x1.');
    expect(say(paused, { ...paused })).toBeUndefined();
    const next = { ...paused, stepper: { ...paused.stepper, held: [{ ...paused.stepper.held[0]!, id: 2, key: 'jobs/etl-29-x' }], chosen: 2 } };
    expect(say(paused, next)).toBe('Held before queue.pop: jobs/etl-29-x.');
    expect(say(paused, live)).toBe('Live again.');
    const running = { ...live, stepper: { ...live.stepper, runningTo: 'web/*' } };
    expect([say(paused, running), say(live, running), say(running, running)]).toEqual(['Running to web/*.', 'Running to web/*.', undefined]);
  });

  it('the breakpoint that stopped it, and a queue that is full', () => {
    const hit = { ...paused, stepper: { ...paused.stepper, paused: false, reason: { type: 'breakpoint', detail: 'Deleted · web/*' } } } as const;
    expect(say(live, hit)).toBe('Breakpoint “Deleted · web/*”. Held before queue.pop: web/api-7d4b9c6f8-x2x1.');
    const full = { ...paused, stepper: { ...paused.stepper, pile: { ...paused.stepper.pile, full: ['v1/pods'] } } };
    expect(say(paused, full)).toBe('The queue of v1/pods is full: its Reflector waits.');
    expect(say(full, { ...full })).toBeUndefined();
  });

  it('nothing of what is held for a moment, in slow motion', () => {
    const brief = { ...paused, stepper: { ...paused.stepper, paused: false, held: [{ ...paused.stepper.held[0]!, briefly: true }] } };
    expect(say(live, brief)).toBeUndefined();
    expect(say(brief, live)).toBeUndefined();
  });

  it('a new error of the Reflector', () => {
    expect(say(paused, busy)).toMatch(/^Reflector of v1\/pods: backing off\. watch failed: 403/);
  });

  it('the end, once', () => {
    expect(say(live, ended)).toBe('The session has ended.');
    expect(say(ended, { ...ended })).toBeUndefined();
  });
});
