import { html, type TemplateResult } from 'lit';
import type { StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { act } from './act.ts';
import { type ServerModel, type ServerTab, serverTabs } from './serverModel.ts';

const titles: Readonly<Record<ServerTab, StringKey>> = {
  session: 'insideTabSession',
  storage: 'insideTabStorage',
  caches: 'insideTabCaches',
  requests: 'insideTabRequests',
  traffic: 'insideTabTraffic',
  world: 'insideTabWorld',
};

const moves: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % serverTabs.length,
  ArrowLeft: (at) => (at + serverTabs.length - 1) % serverTabs.length,
  Home: () => 0,
  End: () => serverTabs.length - 1,
};

/**
 * The parts of the page and the one that is open, as the editor of an extension has them: a row of words, which goes on in a second row where there is no
 * room. One tab stop; arrow keys, Home and End choose.
 */
export function subNavigation(view: View, { tab: open }: ServerModel, content: unknown): TemplateResult {
  const { t } = view.texts;
  const onKey = (event: KeyboardEvent): void => {
    const move = Object.hasOwn(moves, event.key) && !event.altKey && !event.ctrlKey && !event.metaKey ? moves[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    const tab = serverTabs[move(serverTabs.indexOf(view.model.pages.server.tab))]!;
    act(view, { type: 'tab', tab });
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#server-tab-${tab}`)?.focus();
  };
  return html`<div class="sub-navigation" role="tablist" aria-label=${t('insideParts')} @keydown=${onKey}>
      ${serverTabs.map(
        (tab) => html`<button
          type="button"
          role="tab"
          class="sub-tab"
          id="server-tab-${tab}"
          aria-selected=${String(tab === open)}
          aria-controls="server-part"
          tabindex=${tab === open ? 0 : -1}
          @click=${() => act(view, { type: 'tab', tab })}
        >
          ${t(titles[tab])}
        </button>`,
      )}
    </div>
    <div role="tabpanel" id="server-part" aria-labelledby="server-tab-${open}" data-part=${open}>${content}</div>`;
}
