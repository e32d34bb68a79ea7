/** How a person has shared out the panel between its parts. */
export interface PanelLayout {
  /** Width of the side column, in hundredths of the panel’s; null: as it comes. */
  readonly side: number | null;
  /** Height of the timeline, in hundredths of the panel’s; null: as it comes. */
  readonly timeline: number | null;
  /** The side column has the whole width; the stream is hidden. */
  readonly enlarged: boolean;
}

export type Split = 'side' | 'timeline';

export const initialLayout: PanelLayout = { side: null, timeline: null, enlarged: false };

/** In hundredths of the panel. `usual` is the same in the style sheet (`base.css`, `split.css`). */
export const splitBounds: { readonly [Each in Split]: { readonly least: number; readonly most: number; readonly usual: number } } = {
  side: { least: 20, most: 75, usual: 40 },
  timeline: { least: 15, most: 60, usual: 30 },
};

export function bounded(split: Split, percent: number): number {
  const { least, most } = splitBounds[split];
  return Math.round(Math.min(most, Math.max(least, percent)) * 10) / 10;
}

/** A part that is larger by `percent`, or smaller. */
export function moved(layout: PanelLayout, split: Split, percent: number): Partial<PanelLayout> {
  return { [split]: bounded(split, (layout[split] ?? splitBounds[split].usual) + percent) };
}

/** What was kept, as far as it is of use. */
export function layoutFrom(value: unknown): PanelLayout {
  const { side, timeline, enlarged } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { side: sizeFrom('side', side), timeline: sizeFrom('timeline', timeline), enlarged: enlarged === true };
}

function sizeFrom(split: Split, kept: unknown): number | null {
  return typeof kept === 'number' && Number.isFinite(kept) ? bounded(split, kept) : null;
}
