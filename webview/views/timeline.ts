import type { TemplateResult } from 'lit';
import { anyPage } from '../pages/pages.ts';
import type { View } from './view.ts';

/** The page below all others: keys over time. */
export function timelineView(view: View): TemplateResult {
  const { pages, pictures } = view.model;
  return anyPage('timeline').view(view, pages.timeline, pictures.timeline ?? null);
}
