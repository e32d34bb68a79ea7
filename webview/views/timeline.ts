import { nothing, type TemplateResult } from 'lit';
import { loadedPage } from '../pages/loadedPages.ts';
import type { View } from './view.ts';

/** The page below all others: keys over time. */
export function timelineView(view: View): TemplateResult | typeof nothing {
  const { pages, pictures } = view.model;
  return loadedPage('timeline')?.(view, pages.timeline, pictures.timeline ?? null) ?? nothing;
}
