import { html, type TemplateResult } from 'lit';
import { headerView } from './header.ts';
import { timeBanner } from '../time/timeBanner.ts';
import { noticeView } from './notice.ts';
import { pipelineView } from './pipeline.ts';
import { noRowsView, streamBarView } from './streamBar.ts';
import { timelineView } from './timeline.ts';
import { tabsView } from './tabs.ts';
import type { View } from './view.ts';

/** The whole panel; `grid` is the list of entries, which draws itself. */
export function appView(view: View, grid: HTMLElement): TemplateResult {
  const { t } = view.texts;
  return html`${headerView(view)}
    <main class=${view.model.state!.time.at === null ? 'main' : 'main past'}>
      ${timeBanner(view)} ${noticeView(view)} ${pipelineView(view)}
      <div class="columns">
        <section class="stream" aria-labelledby="stream-title">
          <h2 class="visually-hidden" id="stream-title">${t('stream')}</h2>
          ${streamBarView(view)} ${grid}
          <div class="stream-empty">${noRowsView(view)}</div>
        </section>
        <aside class="side" aria-label=${t('details')}>
          ${tabsView(view)}
        </aside>
      </div>
      ${timelineView(view)}
    </main>`;
}
