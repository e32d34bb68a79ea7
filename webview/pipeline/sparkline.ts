import type { ActivityView } from '../../extension/protocol/messages.ts';

/** Bars that are drawn: one for each second. */
export const sparkSeconds = 30;
export const sparkWidth = 60;
export const sparkHeight = 12;

/** The rates as they are `elapsed` milliseconds after the picture: what was new then has moved on. */
export function ratesNow({ rates, lastMs }: ActivityView, elapsed: number): readonly number[] {
  if (lastMs === null || rates.length === 0) return [];
  const passed = Math.min(sparkSeconds, Math.floor(elapsed / 1000));
  return [...rates, ...Array.from({ length: passed }, () => 0)].slice(-sparkSeconds);
}

/** The path of a bar for each second, the newest on the right, as high as the greatest of them lets them be; empty where nothing has happened. */
export function sparkPath(rates: readonly number[]): string {
  const greatest = Math.max(0, ...rates);
  if (greatest === 0) return '';
  const step = sparkWidth / sparkSeconds;
  const begins = sparkSeconds - rates.length;
  return rates
    .map((rate, index) => (rate === 0 ? '' : bar((begins + index) * step, Math.max(1, Math.round((rate / greatest) * sparkHeight)), step)))
    .join('');
}

function bar(x: number, height: number, step: number): string {
  return `M${x} ${sparkHeight}v${-height}h${step - 0.5}v${height}z`;
}
