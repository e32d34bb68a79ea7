import { type PanelModel, type Pane, type Remembered, rowHeight, type Scrolled } from './model.ts';
import { selectedInformer } from './reduce.ts';

/** Raised when the shape changes: what an older version of the extension kept is then not read. */
const version = 2;

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
    place: stream.follow ? null : { newest: stream.newest, topIndex: stream.newest - 1 - row, offset: stream.top - row * rowHeight },
    cursor: stream.cursor?.seq ?? null,
    detail: stream.detail,
    folded: model.folded,
    scrolled: model.scrolled,
  };
}

/** The reverse. What was kept comes from a file of VS Code's and is checked like anything that arrives; null when it is of no use. */
export function fromRemembered(value: unknown): Remembered | null {
  if (typeof value !== 'object' || value === null) return null;
  const kept = value as Partial<Record<keyof Remembered | 'version', unknown>>;
  const { session, informer, filter, place, cursor, detail, folded, scrolled } = kept;
  if (kept.version !== version || typeof session !== 'string' || typeof filter !== 'string' || typeof detail !== 'boolean') return null;
  if (!(informer === null || typeof informer === 'string') || !(cursor === null || isIndex(cursor)) || !Array.isArray(folded)) return null;
  return { session, informer, filter, place: placeFrom(place), cursor, detail, folded: panes.filter((pane) => folded.includes(pane)), scrolled: scrolledFrom(scrolled) };
}

function placeFrom(value: unknown): Remembered['place'] {
  if (typeof value !== 'object' || value === null) return null;
  const { newest, topIndex, offset } = value as Record<string, unknown>;
  if (!isIndex(newest) || !isIndex(topIndex) || typeof offset !== 'number' || topIndex >= newest) return null;
  return { newest, topIndex, offset: Math.max(0, Math.min(offset, rowHeight)) };
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
