import type { ContextMenu, MenuEntry } from './components/contextMenu.ts';
import type { StageNotes } from './components/stageNotes.ts';
import type { Host } from './host.ts';
import type { PanelMessage, PanelMessages, StreamRow } from '../extension/protocol/messages.ts';
import type { Pane } from './store/model.ts';
import type { PageAction, Tab } from './store/pageModels.ts';
import { moved, type PanelLayout, type Split } from './store/panelLayout.ts';
import type { Store } from './store/store.ts';
import type { StageCard } from './views/stages.ts';

/** What a person can do. Some of it changes the model, some goes to the host, which answers with a new picture. */
export interface PanelActions {
  selectInformer(informer: string | null): void;
  startSession(): void;
  openObject(informer: string, key: string): void;
  fold(pane: Pane): void;
  /** Shares out the panel otherwise. */
  arrange(change: Partial<PanelLayout>): void;
  /** Makes a part larger by hundredths of the panel, or smaller. */
  moveSplit(split: Split, percent: number): void;
  typeFilter(text: string): void;
  clearFilter(): void;
  /** What was typed holds from now on, without waiting. */
  applyFilter(): void;
  setFilter(filter: string): void;
  /** Asks how the text of the filter can go on at its caret. */
  completeFilter(text: string, caret: number): void;
  chooseCompletion(index: number): void;
  dropCompletions(): void;
  /** On which end of the list the newest stands. */
  order(newestFirst: boolean): void;
  /** Shows an entry in full, and a page that tells more of it. */
  openRow(index: number, tab: Tab): void;
  follow(on: boolean): void;
  goTo(seq: number): void;
  closeDetail(): void;
  openTab(tab: Tab): void;
  /** Shows the page that tells more of a stage, and offers to filter the stream by it. */
  openStage(card: Pick<StageCard, 'id' | 'tab' | 'filter'>): void;
  /** What the article tells otherwise of a stage, beside it. */
  showNotes(stage: StageCard['id'], title: string, owner: HTMLElement): void;
  /** Draws all handlers, or the first. */
  openLanes(open: boolean): void;
  /** Narrows the stream by a part of a filter. */
  addFilter(part: string): void;
  /** Shows what can be done with something, where `event` asks for it. */
  showMenu(event: MouseEvent | KeyboardEvent, owner: HTMLElement, title: string, entries: readonly MenuEntry[]): void;
  /** Something happened on a page. */
  onPage(action: PageAction): void;
  /** Stops at what happens to the key of an entry from now on. */
  breakOn(row: Pick<StreamRow, 'key' | 'informer'>): void;
  /** Asks the host for something. */
  send<Type extends keyof PanelMessages>(type: Type, body: PanelMessages[Type]): void;
}

/** How long after the last key a filter is applied: typing a word costs one search, not one for each letter. */
const filterDelayMs = 150;

export function createActions(host: Host, store: Store, menu: ContextMenu, notes: StageNotes): PanelActions {
  let filterTimer: ReturnType<typeof setTimeout> | undefined;
  const applyFilter = (): void => {
    clearTimeout(filterTimer);
    store.dispatch({ type: 'filter' });
  };
  return {
    selectInformer: (informer) => store.dispatch({ type: 'informer', informer }),
    startSession: () => host.post({ type: 'session/start', body: {} }),
    openObject: (informer, key) => host.post({ type: 'object/open', body: { informer, key } }),
    arrange: (change) => store.dispatch({ type: 'layout', change }),
    moveSplit: (split, percent) => store.dispatch({ type: 'layout', change: moved(store.model.layout, split, percent) }),
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
    applyFilter() {
      store.dispatch({ type: 'noCompletions' });
      applyFilter();
    },
    setFilter(filter) {
      store.dispatch({ type: 'type', text: filter });
      store.dispatch({ type: 'noCompletions' });
      applyFilter();
    },
    completeFilter: (text, caret) => host.post({ type: 'filter/complete', body: { text, caret } }),
    chooseCompletion: (index) => store.dispatch({ type: 'completion', index }),
    dropCompletions: () => store.dispatch({ type: 'noCompletions' }),
    order: (newestFirst) => store.dispatch({ type: 'order', newestFirst }),
    openRow(index, tab) {
      store.dispatch({ type: 'open', index });
      store.dispatch({ type: 'tab', tab });
    },
    follow: (on) => store.dispatch({ type: 'follow', on }),
    goTo: (seq) => store.dispatch({ type: 'goTo', seq }),
    closeDetail: () => store.dispatch({ type: 'close' }),
    openTab: (tab) => store.dispatch({ type: 'tab', tab }),
    openStage({ id, tab, filter }) {
      store.dispatch({ type: 'tab', tab });
      store.dispatch({ type: 'offer', filter });
      scrollToPane(id);
    },
    showNotes: (stage, title, owner) => notes.open(stage, title, owner),
    openLanes: (open) => store.dispatch({ type: 'lanes', open }),
    addFilter(part) {
      const { typed } = store.model.stream;
      store.dispatch({ type: 'type', text: typed.includes(part) ? typed : [typed.trim(), part].filter(Boolean).join(' ') });
      applyFilter();
    },
    showMenu: (event, owner, title, entries) => menu.open(event, owner, title, entries),
    onPage: (action) => store.dispatch({ type: 'page', ...action }),
    breakOn: ({ key, informer }) => host.post({ type: 'breakpoint/add', body: informer === '' ? { key } : { key, informer } }),
    send: (type, body) => host.post({ type, body } as PanelMessage),
  };
}

/** Where on its page a stage is told of: the headings of its parts. */
const headings: { readonly [Id in StageCard['id']]?: string } = {
  queue: '#delta-queues-title',
  handler: '#handler-buffers-title',
  workqueue: '#work-queues-title',
  reconcile: '#worker-loops-title',
};
/** How long a page that has just been opened is waited for: its picture is on its way. */
const framesToWait = 30;

function scrollToPane(id: StageCard['id'], frame = 0): void {
  const heading = headings[id];
  requestAnimationFrame(() => {
    // The first frame still shows the page that was open before.
    const found = heading !== undefined && frame > 0 ? document.querySelector(heading) : null;
    if (!found && heading !== undefined && frame < framesToWait) scrollToPane(id, frame + 1);
    else (found ?? document.querySelector('#tab-page'))?.scrollIntoView({ block: found ? 'start' : 'nearest' });
  });
}
