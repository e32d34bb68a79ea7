import { describe, expect, it } from 'vitest';
import type { PanelMessage } from '../../../extension/protocol/messages.ts';
import type { Host } from '../../../webview/host.ts';
import { askHost } from '../../../webview/store/askHost.ts';
import { initialModel } from '../../../webview/store/model.ts';
import { Store } from '../../../webview/store/store.ts';
import { live } from '../../support/panelStates.ts';
import { answer } from './models.ts';

function setUp(): { readonly store: Store; readonly taken: () => PanelMessage[] } {
  const sent: PanelMessage[] = [];
  const host: Host = { post: (message) => void sent.push(message), onMessage: () => undefined, getState: () => undefined, setState: () => undefined };
  const store = new Store(initialModel());
  store.subscribe(askHost(host));
  return { store, taken: () => sent.splice(0) };
}

describe('askHost', () => {
  it('asks for rows once there is a session and a height, and not twice for the same', () => {
    const { store, taken } = setUp();
    store.dispatch({ type: 'resize', height: 220 });
    expect(taken()).toEqual([]);
    store.dispatch({ type: 'state', state: live, now: 0 });
    expect(taken()).toEqual([{ type: 'stream/view', body: { filter: '', end: null, count: 51 } }]);
    store.dispatch({ type: 'rows', rows: answer(1000) });
    store.dispatch({ type: 'tick', now: 5 });
    expect(taken()).toEqual([]);
  });

  it('asks again when another session begins', () => {
    const { store, taken } = setUp();
    store.dispatch({ type: 'resize', height: 220 });
    store.dispatch({ type: 'state', state: live, now: 0 });
    taken();
    store.dispatch({ type: 'state', state: { ...live, session: { ...live.session, id: 'session-2' } }, now: 1 });
    expect(taken()).toEqual([{ type: 'stream/view', body: { filter: '', end: null, count: 51 } }]);
  });

  it('looks for an entry only once the list is there, and once', () => {
    const { store, taken } = setUp();
    store.dispatch({ type: 'resize', height: 220 });
    store.dispatch({ type: 'state', state: live, now: 0 });
    store.dispatch({ type: 'rows', rows: answer(1000) });
    store.dispatch({ type: 'open', index: 990 });
    store.dispatch({ type: 'type', text: 'web' });
    store.dispatch({ type: 'filter' });
    expect(taken().map(({ type }) => type)).not.toContain('stream/find');
    store.dispatch({ type: 'rows', rows: answer(40, { filter: 'web' }) });
    expect(taken()).toContainEqual({ type: 'stream/find', body: { seq: 991, filter: 'web' } });
    store.dispatch({ type: 'rows', rows: answer(41, { filter: 'web' }) });
    expect(taken().map(({ type }) => type)).not.toContain('stream/find');
  });

  it('tells which informer was chosen, and then asks for its rows', () => {
    const { store, taken } = setUp();
    store.dispatch({ type: 'resize', height: 220 });
    store.dispatch({ type: 'state', state: live, now: 0 });
    store.dispatch({ type: 'rows', rows: answer(1000) });
    taken();
    store.dispatch({ type: 'informer', informer: 'v1/pods' });
    expect(taken()).toEqual([
      { type: 'panel/select', body: { informer: 'v1/pods' } },
      { type: 'stream/view', body: { filter: '', end: null, count: 51 } },
    ]);
  });

  it('asks for the rows of an informer that the host selected', () => {
    const { store, taken } = setUp();
    store.dispatch({ type: 'resize', height: 220 });
    store.dispatch({ type: 'state', state: live, now: 0 });
    store.dispatch({ type: 'rows', rows: answer(1000) });
    taken();
    store.dispatch({ type: 'state', state: { ...live, selected: 'v1/pods' }, now: 1 });
    expect(taken()).toEqual([{ type: 'stream/view', body: { filter: '', end: null, count: 51 } }]);
  });
});
