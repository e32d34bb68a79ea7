import type { PageName } from '../../extension/protocol/pages.ts';
import { reportFault } from '../faults.ts';
import type { Store } from '../store/store.ts';
import { anyPage, type AnyPageView, pageNames } from './pages.ts';

/** The views of pages, as far as their files have been read. Code, no state: what is here is the same for everyone. */
const views = new Map<PageName, AnyPageView>();

/** Undefined until its file has been read. */
export function loadedPage(name: PageName): AnyPageView | undefined {
  return views.get(name);
}

/** Reads the files of all pages, those in view first; the model hears of each, so that it is drawn. */
export function loadPages(store: Store): void {
  const inView: readonly PageName[] = [store.model.tab, 'timeline'];
  const rest = pageNames.filter((name) => !inView.includes(name));
  const styles = loadStyles();
  const load = (names: readonly PageName[]): Promise<unknown> => Promise.all(names.map((name) => loadPage(name, styles, store)));
  void load(inView).then(() => load(rest));
}

/** Resolves when the pages can be drawn as they should look; their style sheet is beside the panel's. */
function loadStyles(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')!.href.replace(/panel\.css/, 'pages.css');
  link.addEventListener('load', () => resolve());
  link.addEventListener('error', () => reject(new Error('The style sheet of the pages could not be read.')));
  document.head.append(link);
  return promise;
}

async function loadPage(name: PageName, styles: Promise<void>, store: Store): Promise<void> {
  try {
    await styles;
    views.set(name, await anyPage(name).load());
    store.dispatch({ type: 'loaded', page: name });
  } catch (error) {
    reportFault(error);
  }
}
