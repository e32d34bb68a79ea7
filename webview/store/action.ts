import type { FilterCompletions, SavedFilter } from '../../extension/protocol/filters.ts';
import type { FoundRow, PanelState, StreamRows } from '../../extension/protocol/messages.ts';
import type { PageName, PagePicture } from '../../extension/protocol/pages.ts';
import type { Pane, Scrolled } from './model.ts';
import type { PageAction, Tab } from './pageModels.ts';
import type { PanelLayout } from './panelLayout.ts';

/** Everything that can happen to the panel. */
export type Action =
  | { readonly type: 'state'; readonly state: PanelState; readonly now: number }
  | { readonly type: 'tick'; readonly now: number }
  | { readonly type: 'informer'; readonly informer: string | null }
  | { readonly type: 'fold'; readonly pane: Pane }
  /** The panel is shared out otherwise. */
  | { readonly type: 'layout'; readonly change: Partial<PanelLayout> }
  /** The page or the side column was scrolled. */
  | { readonly type: 'scrolled'; readonly part: keyof Scrolled; readonly top: number }
  /** The panel has another width. */
  | { readonly type: 'width'; readonly width: number }
  | { readonly type: 'lanes'; readonly open: boolean }
  | { readonly type: 'tab'; readonly tab: Tab }
  /** The file of a page has been read. */
  | { readonly type: 'loaded'; readonly page: PageName }
  | { readonly type: 'picture'; readonly picture: PagePicture }
  | { readonly type: 'savedFilters'; readonly filters: readonly SavedFilter[] }
  | ({ readonly type: 'page' } & PageAction)
  | StreamAction;

export type StreamAction =
  | { readonly type: 'rows'; readonly rows: StreamRows }
  | { readonly type: 'found'; readonly found: FoundRow }
  /** The filter was typed into. */
  | { readonly type: 'type'; readonly text: string }
  /** How what was typed can go on: the host's answer. */
  | { readonly type: 'completions'; readonly completions: FilterCompletions }
  /** None is offered any more. */
  | { readonly type: 'noCompletions' }
  /** Another of those that are offered is meant. */
  | { readonly type: 'completion'; readonly index: number }
  /** What was typed holds from now on. */
  | { readonly type: 'filter' }
  /** The list was scrolled by hand. */
  | { readonly type: 'scroll'; readonly top: number }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'follow'; readonly on: boolean }
  /** On which end the newest stands. */
  | { readonly type: 'order'; readonly newestFirst: boolean }
  /** A part of a filter is offered; null: none is any more. */
  | { readonly type: 'offer'; readonly filter: string | null }
  /** The cursor moves, and is brought into view. */
  | { readonly type: 'move'; readonly to: Move }
  /** The keyboard came to a row. */
  | { readonly type: 'focus'; readonly index: number }
  /** A row was chosen: it is shown in full. */
  | { readonly type: 'open'; readonly index: number }
  | { readonly type: 'close' }
  /** Go to this entry, wherever it is. */
  | { readonly type: 'goTo'; readonly seq: number };

export type Move = 'newer' | 'older' | 'pageNewer' | 'pageOlder' | 'newest' | 'oldest';
