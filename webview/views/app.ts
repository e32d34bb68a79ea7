import { html, type TemplateResult } from 'lit';
import { deltaQueuesView } from './deltaQueues.ts';
import { entryDetailView } from './entryDetail.ts';
import { headerView } from './header.ts';
import { noticeView } from './notice.ts';
import { pipelineView } from './pipeline.ts';
import { noRowsView, streamBarView } from './streamBar.ts';
import type { View } from './view.ts';
import { workQueuesView } from './workQueues.ts';

/** The whole panel; `grid` is the list of entries, which draws itself. */
export function appView(view: View, grid: HTMLElement): TemplateResult {
  const { t } = view.texts;
  return html`${headerView(view)}
    <main class="main">
      ${noticeView(view)} ${pipelineView(view)}
      <div class="columns">
        <section class="stream" aria-labelledby="stream-title">
          <h2 class="visually-hidden" id="stream-title">${t('stream')}</h2>
          ${streamBarView(view)} ${grid}
          <div class="stream-empty">${noRowsView(view)}</div>
        </section>
        <aside class="side" aria-label=${t('details')}>
          ${entryDetailView(view)} ${deltaQueuesView(view)} ${workQueuesView(view)}
        </aside>
      </div>
    </main>`;
}
