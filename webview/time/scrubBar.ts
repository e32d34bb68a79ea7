import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../components/icon.ts';
import { formatTime } from '../format.ts';
import { formatMegabytes } from './formatMegabytes.ts';
import type { View } from '../views/view.ts';

/** How long a thumb rests before that time is gone to. */
const settleMs = 60;
let settling: ReturnType<typeof setTimeout> | undefined;

/** The whole recording as a bar: from the oldest entry that can be gone back to, to the present. */
export function scrubBar(view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { session, time } = model.state!;
  const { at, oldest, newest, bytes, limit, dropped, since } = time;
  const isEmpty = newest < oldest || session.source === 'none';
  const value = at ?? newest;
  const kept = { bytes: formatMegabytes(bytes), limit: formatMegabytes(limit ?? 0), dropped: texts.count(dropped), time: formatTime(since) };
  const selected = model.stream.cursor?.seq ?? null;
  const onInput = (event: Event): void => {
    const seq = Number((event.target as HTMLInputElement).value);
    clearTimeout(settling);
    settling = setTimeout(() => actions.send('time/go', { seq: seq >= newest ? null : seq }), settleMs);
  };
  return html`<div class="scrub">
    <button
      type="button"
      class="tool"
      id="scrub-selected"
      aria-label=${texts.t('timeSelected')}
      data-tip=${texts.t('timeSelected')}
      aria-disabled=${String(isEmpty || selected === null)}
      @click=${isEmpty || selected === null ? nothing : () => actions.send('time/go', { seq: selected })}
    >
      ${icon('history')}
    </button>
    <input
      type="range"
      id="scrub"
      min=${isEmpty ? 0 : oldest}
      max=${isEmpty ? 1 : newest}
      step="1"
      .value=${String(isEmpty ? 1 : value)}
      ?disabled=${isEmpty}
      aria-label=${texts.t('timeScrub')}
      aria-valuetext=${at === null ? texts.t('timeScrubLive', { seq: String(newest) }) : texts.t('timeScrubValue', { seq: String(at), time: formatTime(time.t) })}
      @input=${onInput}
    />
    <span class="scrub-value">${at === null ? texts.t('timeNow') : `#${at}`}</span>
    <span class="scrub-kept" data-cut>${texts.t(limit === null ? 'timeKeptWhole' : dropped > 0 ? 'timeKeptFrom' : 'timeKept', kept)}</span>
  </div>`;
}
