import { html, nothing, type TemplateResult } from 'lit';
import type { HeldHereView, ItemPicture, PlaceView, WaitingView } from '../../../extension/protocol/pages/item.ts';
import { formatDuration } from '../../format.ts';
import type { Texts } from '../../strings.ts';
import { queueTitle } from '../../views/stageNames.ts';
import type { View } from '../../views/view.ts';

/** Where the key waits now: in the delta queue, in each set of each WorkQueue, and before a gate. */
export function placesPart({ queue, places, held, informer }: ItemPicture, view: View): TemplateResult {
  const { t } = view.texts;
  if (!queue && places.length === 0 && held.length === 0) return html`<p class="hint item-hint">${t('itemNowhere')}</p>`;
  return html`<dl class="places">
    ${held.map((step) => heldView(step, view))} ${queue ? deltasView(queue, informer, view) : nothing}
    ${places.map((place) => html`<dt>${place.queue}</dt><dd>${placeText(place, view)}</dd>`)}
  </dl>`;
}

/** In a word or two, beside the title. */
export function placesSummary({ queue, places, held }: ItemPicture, { texts }: View): string {
  const words = [held.length > 0 ? held[0]!.point : '', queue ? `${texts.count(queue.count)} Δ` : '', ...places.flatMap(({ processing, ahead }) => (processing ? [texts.t('itemPlaceProcessing')] : ahead === null ? [] : [texts.t('itemPlaceQueue', { ahead: '' })]))];
  return words.filter(Boolean).join(' · ');
}

function heldView({ id, point, owner, heldMs }: HeldHereView, { model, texts, actions }: View): TemplateResult {
  const { t } = texts;
  const letGo = (): void => {
    actions.send('stepper/choose', { held: id });
    actions.send('stepper/step', {});
  };
  return html`<dt>${owner}</dt>
    <dd>
      ${t('itemHeldAt', { point, duration: formatDuration(heldMs + model.now - model.receivedAt) })}
      <button type="button" class="link" aria-label=${t('itemLetGoOf', { point, owner })} @click=${letGo}>${t('itemLetGo')}</button>
    </dd>`;
}

function deltasView({ ahead, deltas, count }: WaitingView, informer: string, { model, texts }: View): TemplateResult {
  const { t } = texts;
  const queue = queueTitle((model.state?.deltaQueues ?? []).filter((each) => each.informer === informer), texts);
  const before = count - deltas.length;
  return html`<dt>${t('itemInDeltaQueue', { queue, informer, ahead: aheadText(ahead, texts) })}</dt>
    <dd class="deltas">
      ${before > 0 ? t('itemMoreDeltas', { count: texts.count(before) }) : nothing}
      ${deltas.map(({ type, rv }) => html`<span class="element"><span class=${type === 'Deleted' ? 'delta delta-deleted' : 'delta'}>${type}</span> ${rv}</span>`)}
    </dd>`;
}

function placeText({ ahead, dirty, processing, dueInMs, failures }: PlaceView, { model, texts }: View): string {
  const { t } = texts;
  const left = dueInMs === null ? 0 : dueInMs - (model.now - model.receivedAt);
  const words = [
    processing ? t('itemPlaceProcessing') : '',
    ahead === null ? '' : t('itemPlaceQueue', { ahead: aheadText(ahead, texts) }),
    dirty ? t('itemPlaceDirty') : '',
    dueInMs === null ? '' : t('itemPlaceDue', { due: left > 0 ? t('dueIn', { duration: formatDuration(left) }) : t('due') }),
    failures > 0 ? texts.n('itemFailures', failures) : '',
  ].filter(Boolean);
  return words.length > 0 ? words.join(' · ') : t('itemPlaceNone');
}

function aheadText(ahead: number, { t, count }: Texts): string {
  return ahead > 0 ? t('itemAhead', { count: count(ahead) }) : '';
}
