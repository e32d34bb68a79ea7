import { html, type TemplateResult } from 'lit';
import type { Answered } from '../../../extension/protocol/pages/server/answered.ts';
import { insideLimits } from '../../../extension/protocol/pages/server/insideLook.ts';
import type { RingSlot } from '../../../extension/introspection/introspection.ts';
import type { RingPart } from '../../../extension/protocol/pages/server/ringPart.ts';
import { gridTable } from '../../components/gridTable.ts';
import { pager } from '../../components/pager.ts';
import { formatDuration } from '../../format.ts';
import type { View } from '../../views/view.ts';
import { act } from './act.ts';
import { growthDrawing } from './growthDrawing.ts';
import { ringDrawing } from './ringDrawing.ts';
import { answerView, section } from './section.ts';
import type { ServerModel } from './serverModel.ts';

/** The ring of recent events, from which watches are resumed: drawn, its slots, and how it grew. */
export function ringSections(view: View, own: ServerModel, answer: Answered<RingPart> | undefined, resource: string): TemplateResult {
  const { texts } = view;
  const { t, count } = texts;
  // What was answered about another resource is not of this one.
  const part = answer?.value && answer.value.resource !== resource ? undefined : answer;
  const ring = part?.value?.ring;
  return html`${section('ring', view, own, {
    title: t('insideRing'),
    summary: ring ? t('insideRingOf', { length: count(ring.length), capacity: count(ring.capacity) }) : '',
    content: () => answerView(part, texts, (value) => ringView(value, view)),
  })}
  ${section('slots', view, own, {
    title: t('insideSlots'),
    summary: ring ? t('insideServableFrom', { revision: count(ring.oldestServable) }) : '',
    content: () => answerView(part, texts, (value) => slotsView(value, view, own)),
  })}
  ${section('growth', view, own, { title: t('insideGrowth'), summary: ring ? count(ring.capacity) : '', content: () => answerView(part, texts, (value) => growthDrawing(value, texts)) })}`;
}

function ringView(part: RingPart, { texts }: View): TemplateResult {
  const { t, count } = texts;
  const { minCapacity, maxCapacity, windowMs } = part.ring;
  const bounds = minCapacity === maxCapacity ? t('insideFixedAt', { capacity: count(minCapacity) }) : t('insideAdapts', { least: count(minCapacity), most: count(maxCapacity), window: formatDuration(windowMs) });
  return html`<div class="ring-view">
    ${ringDrawing(part, texts)}
    <div class="ring-words">
      <p>${bounds}</p>
      <ul class="ring-legend">
        <li><span class="ring-swatch ring-added"></span>ADDED</li>
        <li><span class="ring-swatch ring-modified"></span>MODIFIED</li>
        <li><span class="ring-swatch ring-deleted"></span>DELETED</li>
        <li><span class="ring-swatch ring-kept"></span>${t('insideKept')}</li>
        <li><span class="ring-swatch ring-empty"></span>${t('insideSlotEmpty')}</li>
      </ul>
    </div>
  </div>`;
}

/** Newest first. Whoever presses a revision is shown whom it was offered to. */
function slotsView({ resource, slots, start, end }: RingPart, view: View, own: ServerModel): TemplateResult {
  const { texts } = view;
  const { t, count } = texts;
  if (slots.length === 0) return html`<p class="hint">${t('insideRingEmpty')}</p>`;
  const newest = slots.at(-1)!.position;
  return html`${gridTable({
    label: t('insideSlots'),
    columns: [[t('insideRevision')], [t('insideEvent')], [t('insideSlot'), 'number'], [t('insideAge'), 'number']],
    rows: slots.toReversed().map((slot) => slotRow(slot)),
  })}
    ${pager({ first: end - 1 - newest, shown: slots.length, total: end - start, size: insideLimits.rows, texts, onPage })}`;

  /** @param first how many newer ones come before */
  function onPage(first: number): void {
    act(view, { type: 'from', from: first === 0 ? -1 : Math.max(start, end - first - insideLimits.rows) });
  }

  function slotRow({ revision, type, key, slot, ageMs }: RingSlot): TemplateResult {
    const isShown = own.eventRevision === revision && own.eventResource === resource;
    return html`<tr aria-current=${isShown ? 'true' : 'false'}>
      <th scope="row"><button type="button" class="link" aria-label=${t('insideShowFanOut', { revision: count(revision) })} @click=${() => act(view, { type: 'event', resource, revision })}>${count(revision)}</button></th>
      <td><span class="ring-swatch ring-${type.toLowerCase()}"></span>${type}<span class="subline server-resource">${key}</span></td>
      <td class="number">${count(slot)}</td>
      <td class="number">${formatDuration(ageMs)}</td>
    </tr>`;
  }
}
