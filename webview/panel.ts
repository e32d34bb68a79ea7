import './styles/panel.css';
import type { PageName } from '../extension/protocol/pages.ts';
import { validateHostMessage } from '../extension/protocol/validate.ts';
import { createActions } from './actions.ts';
import { App } from './app.ts';
import { ContextMenu } from './components/contextMenu.ts';
import { StageNotes } from './components/stageNotes.ts';
import { registerToolkit } from './components/toolkit.ts';
import { reportFault, reportUncaught } from './faults.ts';
import { gapFinder } from './gapFinder.ts';
import { getHost, setHost } from './host.ts';
import { keepState } from './persist.ts';
import { loadPages } from './pages/loadedPages.ts';
import { anyPage } from './pages/pages.ts';
import { askHost } from './store/askHost.ts';
import { askPages } from './store/askPages.ts';
import { initialModel } from './store/model.ts';
import { tabs } from './store/pageModels.ts';
import { fromRemembered } from './store/remember.ts';
import { Store } from './store/store.ts';
import { createTexts } from './strings.ts';
import { startTicker } from './ticker.ts';
import { vsCodeHost } from './vsCodeHost.ts';

setHost(vsCodeHost());
reportUncaught();
start();

function now(): number {
  return performance.now();
}

/** Builds the panel and tells the host that it is there. */
function start(): void {
  const host = getHost();
  const texts = createTexts(document.documentElement.lang || 'en', embedded('#strings'), embedded('#article'));
  const store = new Store(initialModel(fromRemembered(host.getState())));
  registerToolkit();
  const app = new App(element('#panel'), element('#live'), store, texts, createActions(host, store, new ContextMenu(), new StageNotes(texts)));
  app.start();
  store.subscribe(askHost(host));
  store.subscribe(askPages(host, (page, model) => anyPage(page).look(model, model.pages[page])));
  loadPages(store);
  startTicker(store, now);
  keepState(host, store);
  const missedOne = gapFinder();
  host.onMessage((received) => {
    const checked = validateHostMessage(received);
    if (checked.message === undefined) {
      reportFault(checked.reason);
      if (!store.model.state) sayUnreadable(texts.t('unreadable'));
      return;
    }
    const { message } = checked;
    if (missedOne(message.number)) host.post({ type: 'panel/ready', body: {} });
    if (message.type === 'panel/state') store.dispatch({ type: 'state', state: message.body, now: now() });
    else if (message.type === 'stream/rows') store.dispatch({ type: 'rows', rows: message.body });
    else if (message.type === 'page/open') openPage(store, message.body.page);
    else if (message.type === 'page/picture') store.dispatch({ type: 'picture', picture: message.body });
    else if (message.type === 'filter/completions') store.dispatch({ type: 'completions', completions: message.body });
    else if (message.type === 'filter/saved') store.dispatch({ type: 'savedFilters', filters: message.body.filters });
    else store.dispatch({ type: 'found', found: message.body });
  });
  host.post({ type: 'panel/ready', body: {} });
}

/** In place of the skeleton, which would stand there for good; the first picture that can be read takes its place. */
function sayUnreadable(sentence: string): void {
  const notice = document.createElement('p');
  notice.className = 'hint';
  notice.role = 'alert';
  notice.textContent = sentence;
  element('#panel').replaceChildren(notice);
}

/** Pages that are no tabs are always in view. */
function openPage(store: Store, page: PageName): void {
  const tab = tabs.find((each) => each === page);
  if (tab !== undefined) store.dispatch({ type: 'tab', tab });
}

function element(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}

/** JSON that the host has put into the page. */
function embedded(selector: string): unknown {
  const json = document.querySelector(selector)?.textContent;
  return json ? JSON.parse(json) : undefined;
}
