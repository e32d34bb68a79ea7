import { html, type TemplateResult } from 'lit';
import type { RingPart } from '../../../extension/protocol/pages/server/ringPart.ts';
import { formatDuration } from '../../format.ts';
import type { Texts } from '../../strings.ts';

const width = 220;
const height = 40;

/** How the capacity came to what it is: steps over time, and the same in words, the newest first. */
export function growthDrawing({ growth, ring }: RingPart, { t, count }: Texts): TemplateResult {
  if (growth.length === 0) return html`<p class="inside-note">${t(ring.minCapacity === ring.maxCapacity ? 'insideFixed' : 'insideNeverGrew')}</p>`;
  const label = t('insideGrowthLabel', { from: count(growth[0]!.from), to: count(ring.capacity), changes: count(growth.length) });
  return html`<svg class="growth" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label=${label}><path d=${stepsOf(growth, ring.capacity)}></path></svg>
    <ol class="growth-list">
      ${growth.toReversed().map(({ from, to, revision, ageMs }) => html`<li>${t('insideGrew', { from: count(from), to: count(to), duration: formatDuration(ageMs), revision: count(revision) })}</li>`)}
    </ol>`;
}

/** A line that is level between two changes. Its heights are powers of two, as the capacities are. */
function stepsOf(growth: RingPart['growth'], now: number): string {
  const whole = Math.max(1, growth[0]!.ageMs) * 1.1;
  const most = Math.log2(Math.max(2, now, ...growth.flatMap(({ from, to }) => [from, to])));
  const x = (ageMs: number): string => (width * (1 - ageMs / whole)).toFixed(1);
  const y = (capacity: number): string => (height - 2 - (height - 4) * (Math.log2(Math.max(1, capacity)) / most)).toFixed(1);
  const steps = growth.map(({ from, to, ageMs }) => `L ${x(ageMs)} ${y(from)} L ${x(ageMs)} ${y(to)}`);
  return `M 0 ${y(growth[0]!.from)} ${steps.join(' ')} L ${width} ${y(now)}`;
}
