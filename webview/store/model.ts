import type { FilterCompletions, SavedFilter } from '../../extension/protocol/filters.ts';
import type { PanelState, StreamRow, StreamRows } from '../../extension/protocol/messages.ts';
import type { PageName } from '../../extension/protocol/pages.ts';
import type { Flow } from '../pipeline/drawing.ts';
import { initialPages, type PageModels, type PagePictures, type Tab } from './pageModels.ts';
import { initialLayout, type PanelLayout } from './panelLayout.ts';

/** Everything that the panel knows. Replaced, never changed; nothing else in the panel keeps state that outlives a frame. */
export interface PanelModel {
  /** The latest picture from the host; null until the first: then a skeleton is shown. */
  readonly state: PanelState | null;
  /** When it came, and now, on the same clock, in milliseconds: what the host measured grows on by the difference. */
  readonly receivedAt: number;
  readonly now: number;
  /** The informer that was asked for and not confirmed by the host yet; undefined: none was. */
  readonly askedInformer: string | null | undefined;
  readonly stream: StreamModel;
  readonly pipeline: PipelineModel;
  /** Filters that a person has kept: the host has them. */
  readonly savedFilters: readonly SavedFilter[];
  /** The page that is open in the side column. */
  readonly tab: Tab;
  readonly pages: PageModels;
  /** Pages whose files have been read. */
  readonly loaded: readonly PageName[];
  readonly pictures: PagePictures;
  /** Panes that are folded up. */
  readonly folded: readonly Pane[];
  readonly layout: PanelLayout;
  /** Pixels by which the page and the side column are scrolled. */
  readonly scrolled: Scrolled;
  /** From before the panel was hidden, until a session is there and tells whether it is still of use. */
  readonly remembered: Remembered | null;
}

export interface PipelineModel {
  /** Pixels of the panel; 0 until it is known. */
  readonly width: number;
  /** All handlers are drawn, however many there are. */
  readonly lanesOpen: boolean;
  /** Where something has passed between the last two pictures. */
  readonly flows: readonly Flow[];
}

export interface Scrolled {
  readonly page: number;
  readonly side: number;
}

export type Pane = 'deltaQueues' | 'workQueues';

/**
 * The list of entries. While it follows, its newest entry is in view, on top or at the bottom. While it is held it ends at
 * `newest`, however many entries arrive, so that nothing moves under the eyes or the pointer.
 */
export interface StreamModel {
  /** As typed, and as applied a moment later. */
  readonly typed: string;
  readonly filter: string;
  readonly follow: boolean;
  /** The newest stands on top, else at the bottom. */
  readonly newestFirst: boolean;
  /** How what is typed can go on, and which of these is meant now (-1: none); null while none is offered. */
  readonly completions: FilterCompletions | null;
  readonly completion: number;
  /** A part of a filter that is offered: of the stage that was chosen. */
  readonly offer: string | null;
  /** Index one past the first row of the list. */
  readonly newest: number;
  /** The latest answer of the host that belongs to this filter; null until there is one. */
  readonly answer: StreamRows | null;
  /** Pixels of the list beyond the view, on the side of the newest, and pixels in view. The list is as long as all its rows. */
  readonly top: number;
  readonly height: number;
  readonly cursor: Cursor | null;
  /** The cursor's entry is shown in full. */
  readonly detail: boolean;
  /** An entry that is being looked for. */
  readonly search: Search | null;
}

/** The row that the keyboard is on. */
export interface Cursor {
  /** Null: not known under this filter. */
  readonly index: number | null;
  /** Null: the row has not arrived yet. */
  readonly seq: number | null;
  readonly row: StreamRow | null;
}

export interface Search {
  readonly seq: number;
  readonly filter: string;
  /** Bring it into view when it is found. */
  readonly reveal: boolean;
}

/** What is kept while the panel is hidden or the window reloads. */
export interface Remembered {
  readonly session: string;
  readonly informer: string | null;
  readonly filter: string;
  readonly newestFirst: boolean;
  /** Where the list stood; null: it followed. `topIndex` is the index of the topmost row, `offset` the pixels of it that were hidden. */
  readonly place: { readonly newest: number; readonly topIndex: number; readonly offset: number } | null;
  readonly cursor: number | null;
  readonly detail: boolean;
  readonly folded: readonly Pane[];
  readonly layout: PanelLayout;
  readonly scrolled: Scrolled;
  readonly tab: Tab;
  readonly pages: PageModels;
}

/** Pixels; the same in the style sheet (`--row-height`). */
export const rowHeight = 22;

export function initialModel(remembered: Remembered | null = null): PanelModel {
  const filter = remembered?.filter ?? '';
  return {
    state: null,
    receivedAt: 0,
    now: 0,
    askedInformer: undefined,
    stream: {
      typed: filter,
      filter: filter.trim(),
      follow: true,
      newestFirst: remembered?.newestFirst ?? true,
      completions: null,
      completion: -1,
      offer: null,
      newest: 0,
      answer: null,
      top: 0,
      height: 0,
      cursor: null,
      detail: false,
      search: null,
    },
    pipeline: { width: 0, lanesOpen: false, flows: [] },
    savedFilters: [],
    tab: remembered?.tab ?? 'queues',
    pages: remembered?.pages ?? initialPages,
    loaded: [],
    pictures: {},
    folded: remembered?.folded ?? [],
    layout: remembered?.layout ?? initialLayout,
    scrolled: { page: 0, side: 0 },
    remembered,
  };
}
