import type { StreamRow, StreamRows } from '../../../extension/protocol/messages.ts';
import { initialModel, type PanelModel, type StreamModel } from '../../../webview/store/model.ts';
import { reduce } from '../../../webview/store/reduce.ts';
import { live } from '../../support/panelStates.ts';

/** The entry at this index of a stream that shows everything. */
export function row(index: number): StreamRow {
  return { seq: index + 1, t: index, stage: 'queue', kind: 'queue.add', informer: 'v1/pods', key: `default/pod-${index}`, rv: String(index), summary: 'Updated', cause: [], note: null };
}

export interface AnswerOptions {
  readonly filter?: string;
  /** Of the view that it answers; null: it follows. */
  readonly end?: number | null;
  readonly oldest?: number;
  /** Rows that are sent, counted back from the end. */
  readonly count?: number;
}

/** What the host answers when `newest` entries have happened. */
export function answer(newest: number, { filter = '', end = null, oldest = 0, count = 60 }: AnswerOptions = {}): StreamRows {
  const last = Math.min(end ?? newest, newest);
  const first = Math.max(oldest, last - count);
  return {
    view: { filter, end, count },
    total: newest - oldest,
    first,
    oldest,
    rows: Array.from({ length: Math.max(0, last - first) }, (_, place) => row(first + place)),
    faults: [],
  };
}

/** A panel with a view of ten rows, a session, and these rows. */
export function withState(rows?: StreamRows): PanelModel {
  let model = reduce(initialModel(), { type: 'state', state: live, now: 0 });
  model = reduce(model, { type: 'resize', height: 220 });
  return rows ? reduce(model, { type: 'rows', rows }) : model;
}

export function streamOf(rows?: StreamRows): StreamModel {
  return withState(rows).stream;
}
