import { type PanelModel, type Pane, type Remembered, rowHeight, type Scrolled } from './model.ts';
import { initialPages, type PageModels, type Tab, tabs } from './pageModels.ts';
import { layoutFrom } from './panelLayout.ts';
import { selectedInformer } from './reduce.ts';

/** Raised when the shape changes: what an older version of the extension kept is then not read. */
const version = 3;

const panes: readonly Pane[] = ['deltaQueues', 'workQueues'];

/** What to keep of `model`; undefined while what was kept before has not been taken up. */
export function toRemember(model: PanelModel): (Remembered & { readonly version: number }) | undefined {
  if (!model.state || model.remembered) return undefined;
  const { stream } = model;
  const row = Math.floor(stream.top / rowHeight);
  return {
    version,
    session: model.state.session.id,
    informer: selectedInformer(model),
    filter: stream.typed,
    newestFirst: stream.newestFirst,
    place: stream.follow ? null : { newest: stream.newest, topIndex: stream.newest - 1 - row, offset: stream.top - row * rowHeight },
    cursor: stream.cursor?.seq ?? null,
    detail: stream.detail,
    folded: model.folded,
    layout: model.layout,
    scrolled: model.scrolled,
    tab: model.tab,
    pages: model.pages,
  };
}

/** The reverse. What was kept comes from a file of VS Code's and is checked like anything that arrives; null when it is of no use. */
export function fromRemembered(value: unknown): Remembered | null {
  if (typeof value !== 'object' || value === null) return null;
  const kept = value as Partial<Record<keyof Remembered | 'version', unknown>>;
  const { session, informer, filter, newestFirst, place, cursor, detail, folded, layout, scrolled, tab, pages } = kept;
  if (kept.version !== version || typeof session !== 'string' || typeof filter !== 'string' || typeof detail !== 'boolean') return null;
  if (!(informer === null || typeof informer === 'string') || !(cursor === null || isIndex(cursor)) || !Array.isArray(folded)) return null;
  return { session, informer, filter, newestFirst: newestFirst !== false, place: placeFrom(place), cursor, detail, folded: panes.filter((pane) => folded.includes(pane)), layout: layoutFrom(layout), scrolled: scrolledFrom(scrolled), tab: tabFrom(tab), pages: pagesFrom(pages) };
}

function placeFrom(value: unknown): Remembered['place'] {
  if (typeof value !== 'object' || value === null) return null;
  const { newest, topIndex, offset } = value as Record<string, unknown>;
  if (!isIndex(newest) || !isIndex(topIndex) || typeof offset !== 'number' || topIndex >= newest) return null;
  return { newest, topIndex, offset: Math.max(0, Math.min(offset, rowHeight)) };
}

function tabFrom(value: unknown): Tab {
  return tabs.find((tab) => tab === value) ?? 'queues';
}

/** What a page has kept, as far as it has the shape of what it begins with: the same fields, of the same types. */
function pagesFrom(value: unknown): PageModels {
  const kept: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  return Object.fromEntries(Object.entries(initialPages).map(([page, initial]) => [page, hasShape(kept[page], initial) ? kept[page] : initial])) as unknown as PageModels;
}

function hasShape(value: unknown, like: unknown): boolean {
  if (typeof like !== 'object' || like === null) return typeof value === typeof like || like === null;
  if (Array.isArray(like)) return Array.isArray(value);
  return typeof value === 'object' && value !== null && Object.entries(like).every(([field, each]) => hasShape((value as Record<string, unknown>)[field], each));
}

function scrolledFrom(value: unknown): Scrolled {
  const { page, side } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { page: pixels(page), side: pixels(side) };
}

function pixels(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0;
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
