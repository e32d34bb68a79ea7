import { describe, expect, it } from 'vitest';
import { flowsBetween } from '../../../../webview/pipeline/flows.ts';
import { initialModel } from '../../../../webview/store/model.ts';
import { reduce } from '../../../../webview/store/reduce.ts';
import { live } from '../../../support/panelStates.ts';

const later = { ...live, pipeline: { ...live.pipeline, deltaQueue: { ...live.pipeline.deltaQueue, added: 20_000 }, reflector: { ...live.pipeline.reflector, events: 20_000 } } };

describe('flowsBetween', () => {
  it('names the edges along which something has passed', () => {
    expect(flowsBetween(live, later)).toEqual(['watch', 'add']);
    expect(flowsBetween(live, live)).toEqual([]);
  });

  it('compares nothing of another session or informer', () => {
    expect(flowsBetween(null, later)).toEqual([]);
    expect(flowsBetween({ ...live, session: { ...live.session, id: 'x' } }, later)).toEqual([]);
    expect(flowsBetween({ ...live, selected: 'v1/pods' }, later)).toEqual([]);
  });
});

describe('the lines', () => {
  it('come to rest when no picture has come for a while', () => {
    let model = reduce(initialModel(), { type: 'state', state: live, now: 0 });
    model = reduce(model, { type: 'state', state: later, now: 100 });
    expect(model.pipeline.flows).toEqual(['watch', 'add']);
    expect(reduce(model, { type: 'tick', now: 600 }).pipeline.flows).toEqual(['watch', 'add']);
    expect(reduce(model, { type: 'tick', now: 1100 }).pipeline.flows).toEqual([]);
  });
});
