import { expect, it } from 'vitest';
import type { PanelMessage } from '../../../extension/protocol/messages.ts';
import { askPages, type LookAt } from '../../../webview/store/askPages.ts';
import { initialModel } from '../../../webview/store/model.ts';
import { selectedInformer } from '../../../webview/store/reduce.ts';
import { Store } from '../../../webview/store/store.ts';
import { live } from '../../support/panelStates.ts';

it('tells which pages are looked at, once each, and when one is left; and all again to another session', () => {
  const sent: PanelMessage[] = [];
  const lookAt: LookAt = (page, model) => (page === 'lints' ? {} : page === 'timeline' ? null : ({ informer: selectedInformer(model) } as ReturnType<LookAt>));
  const store = new Store({ ...initialModel(), tab: 'lints' });
  store.subscribe(askPages({ post: (message) => void sent.push(message), onMessage: () => undefined, getState: () => undefined, setState: () => undefined }, lookAt));
  const pages = (): unknown[] => sent.splice(0).flatMap(({ body }) => ('page' in body && body.page !== 'timeline' ? `${body.page} ${JSON.stringify(body.look)}` : []));
  store.dispatch({ type: 'state', state: live, now: 0 });
  expect(pages()).toEqual(['lints {}']);
  store.dispatch({ type: 'tick', now: 1 });
  expect(pages()).toEqual([]);
  store.dispatch({ type: 'tab', tab: 'cache' });
  expect(pages()).toEqual(['cache {"informer":null}', 'lints null']);
  store.dispatch({ type: 'state', state: { ...live, session: { ...live.session, id: 'session-2' } }, now: 2 });
  expect(pages()).toEqual(['cache {"informer":null}']);
});
