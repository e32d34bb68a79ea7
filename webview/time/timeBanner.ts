import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../components/button.ts';
import { icon } from '../components/icon.ts';
import { formatTime } from '../format.ts';
import type { View } from '../views/view.ts';

/** Says that what is shown has passed, or why it is not shown, and leads on from there. */
export function timeBanner(view: View): TemplateResult | typeof nothing {
  const { model, texts, actions } = view;
  const { time } = model.state!;
  if (time.at === null) return time.failure === null && time.going === null ? nothing : noteView(view);
  const { at, newest, oldest } = time;
  const go = (seq: number | null): void => actions.send('time/go', { seq });
  const selected = model.stream.cursor?.seq ?? null;
  const since = newest - at;
  return html`<section class="past-banner" aria-label=${texts.t('timePast', { seq: String(at), time: formatTime(time.t) })}>
    ${icon('history')}
    <p>
      <strong>${texts.t('timePast', { seq: String(at), time: formatTime(time.t) })}</strong>
      ${since === 0 ? texts.t('timeStands') : texts.t('timeGoesOn', { count: texts.count(since) })} ${failureText(view)}
    </p>
    <div class="past-buttons">
      ${button({ id: 'time-back', label: texts.t('timeBack'), icon: 'chevron-left', disabled: at <= oldest, onClick: () => go(at - 1) })}
      ${button({ id: 'time-forward', label: texts.t('timeForward'), icon: 'chevron-right', disabled: at >= newest, onClick: () => go(at + 1) })}
      ${button({ id: 'time-selected', label: texts.t('timeSelected'), icon: 'target', disabled: selected === null || selected === at, onClick: () => go(selected) })}
      ${button({ id: 'time-live', label: texts.t('timeNow'), icon: 'debug-continue', primary: true, onClick: () => go(null) })}
    </div>
  </section>`;
}

function noteView(view: View): TemplateResult {
  const { going } = view.model.state!.time;
  const text = going === null ? failureText(view) : view.texts.t('timeGoing', { seq: String(going) });
  return html`<section class="past-banner past-note" aria-label=${text}>${icon(going === null ? 'warning' : 'history')}<p>${text}</p></section>`;
}

function failureText({ model, texts }: View): string {
  const { failure } = model.state!.time;
  return failure === null ? '' : texts.t(failure === 'dropped' ? 'timeDropped' : 'timeDiverged');
}
