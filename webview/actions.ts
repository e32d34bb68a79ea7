import type { Host } from './host.ts';
import type { PanelMessage, PanelMessages } from '../extension/protocol/messages.ts';
import type { Pane } from './store/model.ts';
import type { PageAction, Tab } from './store/pageModels.ts';
import type { Store } from './store/store.ts';

/** What a person can do. Some of it changes the model, some goes to the host, which answers with a new picture. */
export interface PanelActions {
  selectInformer(informer: string | null): void;
  startSession(): void;
  openObject(informer: string, key: string): void;
  fold(pane: Pane): void;
  typeFilter(text: string): void;
  clearFilter(): void;
  follow(on: boolean): void;
  goTo(seq: number): void;
  closeDetail(): void;
  openTab(tab: Tab): void;
  /** Something happened on a page. */
  onPage(action: PageAction): void;
  /** Asks the host for something. */
  send<Type extends keyof PanelMessages>(type: Type, body: PanelMessages[Type]): void;
}

/** How long after the last key a filter is applied: typing a word costs one search, not one for each letter. */
const filterDelayMs = 150;

export function createActions(host: Host, store: Store): PanelActions {
  let filterTimer: ReturnType<typeof setTimeout> | undefined;
  const applyFilter = (): void => {
    clearTimeout(filterTimer);
    store.dispatch({ type: 'filter' });
  };
  return {
    selectInformer: (informer) => store.dispatch({ type: 'informer', informer }),
    startSession: () => host.post({ type: 'session/start', body: {} }),
    openObject: (informer, key) => host.post({ type: 'object/open', body: { informer, key } }),
    fold: (pane) => store.dispatch({ type: 'fold', pane }),
    typeFilter(text) {
      store.dispatch({ type: 'type', text });
      clearTimeout(filterTimer);
      filterTimer = setTimeout(applyFilter, filterDelayMs);
    },
    clearFilter() {
      store.dispatch({ type: 'type', text: '' });
      applyFilter();
    },
    follow: (on) => store.dispatch({ type: 'follow', on }),
    goTo: (seq) => store.dispatch({ type: 'goTo', seq }),
    closeDetail: () => store.dispatch({ type: 'close' }),
    openTab: (tab) => store.dispatch({ type: 'tab', tab }),
    onPage: (action) => store.dispatch({ type: 'page', ...action }),
    send: (type, body) => host.post({ type, body } as PanelMessage),
  };
}
