import { html, nothing, type TemplateResult } from 'lit';
import type { Lane, Mark } from '../../../extension/protocol/pages/timeline.ts';
import { formatTime } from '../../format.ts';
import type { Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';

/** The same as text: each key with its marks, the newest first. */
export function timelineList(lanes: readonly Lane[], { texts, actions }: View): TemplateResult {
  return html`<ul class="timeline-list">
    ${lanes.map(
      ({ informer, key, marks, omitted }) =>
        html`<li>
          <span class="timeline-list-key">${informer} ${key}</span> <span class="muted">${texts.n('timelineLane', marks.length)}</span>
          <ol>
            ${marks.toReversed().map((mark) => html`<li><button type="button" class="link" @click=${() => actions.goTo(mark.seq)}>${markText(mark, texts)}</button></li>`)}
          </ol>
          ${omitted > 0 ? html`<p class="muted">${texts.t('timelineOmitted', { count: texts.count(omitted) })}</p>` : nothing}
        </li>`,
    )}
  </ul>`;
}

/** A mark in words. */
export function markText({ kind, t, seq, more }: Mark, texts: Texts): string {
  const words = { kind: texts.t(`mark_${kind}`), time: formatTime(t), seq: String(seq) };
  return more > 0 ? texts.t('timelineMarks', { ...words, count: texts.count(more + 1) }) : texts.t('timelineMark', words);
}
