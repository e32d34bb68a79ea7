import type { InformerSettings } from '../../informer/sharedInformerFactory.ts';
import { lineText } from '../../trace/lineText.ts';
import { type EntryLine, formatVersion, type InputLine, type RecordedInformer, type RecordingHeader, type RecordingLine, schemaFile } from '../../trace/recording.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import type { ArticleNote } from '../../trace/articleNote.ts';

/** What of a session goes into a recording. */
export interface ExportedSession {
  readonly cluster: { readonly context: string; readonly server: string };
  readonly tracer: { entries(): Iterable<TraceEntry> };
  readonly informers: { readonly all: readonly { readonly name: string; readonly informer: { readonly settings: InformerSettings } }[] };
  readonly input: {
    /** By name. */
    readonly informers: ReadonlyMap<string, RecordedInformer>;
    /** By time. */
    lines(): IterableIterator<InputLine>;
  };
  articleNoteOf(entry: TraceEntry): ArticleNote | undefined;
}

export interface ExportOptions {
  /** Name and version of this product. */
  readonly producer: string;
  /** Milliseconds since the epoch. */
  readonly wallTime: number;
}

/** The lines of a session as a recording: what is in it is what the session has, so what is secret is masked already. */
export function* sessionLines(session: ExportedSession, { producer, wallTime }: ExportOptions): Generator<RecordingLine> {
  yield {
    informerTrace: formatVersion,
    schema: schemaFile,
    producer,
    recordedAt: new Date(wallTime).toISOString(),
    context: session.cluster.context,
    server: session.cluster.server,
    informers: informersOf(session),
  } satisfies RecordingHeader;
  const input = session.input.lines()[Symbol.iterator]();
  let next = input.next();
  for (const entry of session.tracer.entries()) {
    // What came from the server comes before what was made of it.
    for (; !next.done && next.value.t <= entry.t; next = input.next()) yield next.value;
    yield entryLine(entry, session);
  }
  for (; !next.done; next = input.next()) yield next.value satisfies InputLine;
}

/** A recording as text, in pieces of some size: each can be written in a turn of its own. */
export function* recordingText(lines: Iterable<RecordingLine>, pieceCharacters = 1024 * 1024): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += `${lineText(line).text}\n`;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function entryLine(entry: TraceEntry, session: ExportedSession): EntryLine {
  // Number and time first: people read these lines too.
  const { seq, t, ...own } = entry;
  const note = session.articleNoteOf(entry);
  return { seq, t: Math.round(t * 1000) / 1000, ...own, ...(note && { note }) } as EntryLine;
}

/** Those that run have settings; of those that are stopped it is known what they watched. */
function informersOf({ informers, input }: ExportedSession): readonly RecordedInformer[] {
  const settings = new Map(informers.all.map(({ name, informer }) => [name, informer.settings]));
  return Array.from(input.informers.values(), (informer) => {
    const { clientGo, queue, resyncPeriodMs } = settings.get(informer.name) ?? {};
    return { ...informer, ...(clientGo && { clientGo }), ...(queue && { queue }), ...(resyncPeriodMs !== undefined && { resyncPeriodMs }) };
  });
}
