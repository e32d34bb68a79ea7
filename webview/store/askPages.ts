import type { LookOf, PageLook, PageName } from '../../extension/protocol/pages.ts';
import type { Host } from '../host.ts';
import type { PanelModel } from './model.ts';
import type { Subscriber } from './store.ts';

/** What a page looks at; null: at nothing. */
export type LookAt = (page: PageName, model: PanelModel) => LookOf<PageName> | null;

/** Tells the host which pages are looked at, and at what of them: it sends pictures of these alone. */
export function askPages(host: Host, lookAt: LookAt): Subscriber {
  /** As JSON, by page. */
  const asked = new Map<PageName, string>();
  let session: string | undefined;
  return (model) => {
    const { state } = model;
    if (!state) return;
    // To another session nothing was said yet.
    if (state.session.id !== session) asked.clear();
    session = state.session.id;
    const open = looksOf(model, lookAt);
    for (const [page, look] of open) {
      const text = JSON.stringify(look);
      if (asked.get(page) === text) continue;
      asked.set(page, text);
      host.post({ type: 'page/look', body: { page, look } as PageLook });
    }
    for (const page of [...asked.keys()].filter((each) => !open.has(each))) {
      asked.delete(page);
      host.post({ type: 'page/look', body: { page, look: null } });
    }
  };
}

/** What the open tab wants, and what is always in view. */
function looksOf(model: PanelModel, lookAt: LookAt): ReadonlyMap<PageName, LookOf<PageName>> {
  const looks = new Map<PageName, LookOf<PageName>>();
  for (const page of [model.tab, 'timeline'] as const) {
    const look = lookAt(page, model);
    if (look !== null) looks.set(page, look);
  }
  return looks;
}
