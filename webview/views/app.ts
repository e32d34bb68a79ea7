import { html, nothing, type TemplateResult } from 'lit';
import { splitter } from '../components/splitter.ts';
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
  const { model, actions } = view;
  const { t } = view.texts;
  const { side, timeline, enlarged } = model.layout;
  const below = timelineView(view);
  return html`${headerView(view)}
    <main class=${model.state!.time.at === null ? 'main' : 'main past'}>
      ${timeBanner(view)} ${noticeView(view)} ${pipelineView(view)}
      <div class=${enlarged ? 'columns enlarged' : 'columns'}>
        <section class="stream" aria-labelledby="stream-title">
          <h2 class="visually-hidden" id="stream-title">${t('stream')}</h2>
          ${streamBarView(view)} ${grid}
          <div class="stream-empty">${noRowsView(view)}</div>
        </section>
        ${enlarged ? nothing : splitter({ split: 'side', label: t('sideWidth'), controls: 'side', size: side, onSize: (size) => actions.arrange({ side: size }), onMove: (percent) => actions.moveSplit('side', percent) })}
        <aside class="side" id="side" aria-label=${t('details')}>
          ${tabsView(view)}
        </aside>
      </div>
      ${below === nothing || model.pages.timeline.folded ? nothing : splitter({ split: 'timeline', label: t('timelineHeight'), controls: 'timeline-part', size: timeline, onSize: (size) => actions.arrange({ timeline: size }), onMove: (percent) => actions.moveSplit('timeline', percent) })}
      ${below}
    </main>`;
}
