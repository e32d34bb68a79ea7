import { describe, expect, it } from 'vitest';
import type { PanelState } from '../../../extension/protocol/messages.ts';
import { initialModel, type PanelModel, type Remembered } from '../../../webview/store/model.ts';
import { initialPages } from '../../../webview/store/pageModels.ts';
import { reduce, selectedInformer } from '../../../webview/store/reduce.ts';
import { fromRemembered, toRemember } from '../../../webview/store/remember.ts';
import { idle, live } from '../../support/panelStates.ts';
import { answer, withState } from './models.ts';

const state = (changes: Partial<PanelState> = {}): PanelState => ({ ...live, ...changes });
const receive = (model: PanelModel, next: PanelState, now = 0): PanelModel => reduce(model, { type: 'state', state: next, now });

describe('informer', () => {
  it('is what the host says, until the person chooses', () => {
    expect(selectedInformer(receive(initialModel(), state({ selected: 'v1/pods' })))).toBe('v1/pods');
  });

  it('is what was chosen, also while the host has not confirmed it', () => {
    const chosen = reduce(receive(initialModel(), state()), { type: 'informer', informer: 'v1/pods' });
    expect(selectedInformer(chosen)).toBe('v1/pods');
    expect(selectedInformer(receive(chosen, state()))).toBe('v1/pods');
    expect(receive(chosen, state({ selected: 'v1/pods' })).askedInformer).toBeUndefined();
  });

  it('falls back to what the host says when the chosen one is gone', () => {
    const chosen = reduce(receive(initialModel(), state()), { type: 'informer', informer: 'v1/pods' });
    expect(selectedInformer(receive(chosen, state({ informers: [] })))).toBeNull();
  });

  it('when it changes, the stream starts over: every index means another entry', () => {
    const held = reduce(withState(answer(100)), { type: 'open', index: 50 });
    const { stream } = reduce(held, { type: 'informer', informer: 'v1/pods' });
    expect(stream).toMatchObject({ follow: true, answer: null, top: 0, search: { seq: 51, reveal: true } });
  });

  it('choosing the same again changes nothing', () => {
    const model = receive(initialModel(), state());
    expect(reduce(model, { type: 'informer', informer: null })).toBe(model);
  });
});

describe('session', () => {
  it('another one starts the stream over and forgets the cursor, which was of the old one', () => {
    const held = reduce(withState(answer(100)), { type: 'open', index: 50 });
    const { stream } = receive(held, state({ session: { ...live.session, id: 'session-2' } }));
    expect(stream).toMatchObject({ follow: true, answer: null, cursor: null, search: null });
  });
});

describe('panes', () => {
  it('fold up and open again', () => {
    const folded = reduce(initialModel(), { type: 'fold', pane: 'workQueues' });
    expect(folded.folded).toEqual(['workQueues']);
    expect(reduce(folded, { type: 'fold', pane: 'workQueues' }).folded).toEqual([]);
  });
});

describe('R2, R3: what is remembered', () => {
  const remembered: Remembered = {
    session: 'session-1',
    informer: 'v1/pods',
    filter: 'web',
    newestFirst: true,
    place: { newest: 80, topIndex: 59, offset: 7 },
    cursor: 42,
    detail: true,
    folded: ['deltaQueues'],
    layout: { side: 52, timeline: null, enlarged: false },
    scrolled: { page: 0, side: 240 },
    tab: 'queues',
    pages: initialPages,
  };

  it('comes back whole when the session is still there', () => {
    const model = receive(initialModel(remembered), state());
    expect(model).toMatchObject({ askedInformer: 'v1/pods', folded: ['deltaQueues'], remembered: null });
    expect(model.stream).toMatchObject({
      typed: 'web',
      filter: 'web',
      follow: false,
      newest: 80,
      top: 20 * 22 + 7,
      detail: true,
      cursor: { seq: 42 },
      search: { seq: 42, reveal: false },
    });
  });

  it('the place in the stream does not outlive its session; filter, informer and panes do', () => {
    const model = receive(initialModel(remembered), state({ session: { ...live.session, id: 'session-2' } }));
    expect(model.askedInformer).toBe('v1/pods');
    expect(model.stream).toMatchObject({ filter: 'web', follow: true, cursor: null, detail: false });
  });

  it('sizes that a file makes up are brought within their bounds, or taken for none', () => {
    const layoutOf = (layout: unknown): unknown => fromRemembered({ ...toRemember(receive(initialModel(), state())), layout })?.layout;
    expect(layoutOf({ side: 52, timeline: 20, enlarged: true })).toEqual({ side: 52, timeline: 20, enlarged: true });
    expect(layoutOf({ side: 900, timeline: -4, enlarged: 'yes' })).toEqual({ side: 75, timeline: 15, enlarged: false });
    expect(layoutOf({ side: '40%; color: red', timeline: Number.NaN })).toEqual({ side: null, timeline: null, enlarged: false });
    expect(layoutOf(undefined)).toEqual({ side: null, timeline: null, enlarged: false });
  });

  it('waits while there is no session', () => {
    const gone = receive(initialModel(remembered), { ...idle, session: { ...idle.session, id: '', ended: true } });
    expect(toRemember(gone)).toBeUndefined();
    expect(receive(gone, state()).askedInformer).toBe('v1/pods');
  });

  it('an informer that is gone is not asked for', () => {
    expect(receive(initialModel(remembered), state({ informers: [] })).askedInformer).toBeUndefined();
  });

  it('survives the way to a file and back', () => {
    let model = withState(answer(100));
    model = reduce(model, { type: 'scroll', top: 225 });
    model = reduce(model, { type: 'open', index: 80 });
    model = reduce(model, { type: 'type', text: 'api' });
    const kept = fromRemembered(JSON.parse(JSON.stringify(toRemember(model))));
    expect(kept).toEqual({
      session: 'session-1',
      informer: null,
      filter: 'api',
      newestFirst: true,
      place: { newest: 100, topIndex: 89, offset: 5 },
      cursor: 81,
      detail: true,
      folded: [],
      layout: { side: null, timeline: null, enlarged: false },
      scrolled: { page: 0, side: 0 },
    tab: 'item',
    pages: initialPages,
    });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['another version', { ...remembered, version: 0 }],
    ['a broken filter', { ...remembered, version: 3, filter: 7 }],
    ['a broken cursor', { ...remembered, version: 3, cursor: -1 }],
  ])('%s is of no use and is not read', (_, value) => {
    expect(fromRemembered(value)).toBeNull();
  });

  it.each([
    ['an impossible row', { newest: 5, topIndex: 9, offset: 0 }],
    ['no numbers', { newest: '5', topIndex: 1, offset: 0 }],
  ])('a place with %s is not gone to', (_, place) => {
    expect(fromRemembered({ ...remembered, version: 3, place })).toMatchObject({ filter: 'web', place: null });
  });
});
