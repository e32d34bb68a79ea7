import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { HostMessage, PanelState, StreamRow, StreamRows, StreamView } from '../protocol/messages.ts';
import type { PageLook, PageName, PagePicture } from '../protocol/pages.ts';
import { limits } from '../protocol/checks.ts';
import type { Seq, TraceEntry } from '../trace/entry.ts';
import { rowOf } from './describeEntry.ts';
import { completeFilter } from './filter/completeFilter.ts';
import { sessionValues } from './filter/sessionValues.ts';
import { type Look, pagePicture } from './pagePictures.ts';
import { panelState, type StateWords } from './pipelineView.ts';
import { clipName } from './clip.ts';
import type { Session } from './session.ts';
import type { PageContext } from './pages/page.ts';
import { InsideReader } from './pages/server/insideReader.ts';
import { PanelTime } from './history/panelTime.ts';
import type { SessionPicture } from './sessionPicture.ts';
import { StreamIndex } from './streamIndex.ts';

/** The least time between two pictures: at most ten a second. */
const pictureMs = 100;
/** How often rates, countdowns and the time that something has been held move while nothing else does. */
const tickMs = 1000;

/** Pages of what a session takes with it: queues and caches. */
const endingPages: ReadonlySet<PageName> = new Set(['queues', 'cache']);

/** Questions that wait for their filter; older ones are dropped: their answer has stopped to matter. */
const pendingFinds = 4;

export interface PanelModelOptions {
  readonly session: Session;
  readonly clock: Clock;
  readonly title: () => string;
  readonly words: StateWords;
  readonly post: (message: HostMessage) => void;
  /** Another time is shown. */
  readonly onTime?: () => void;
  /** A time could not be gone to. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * What one panel shows of a session. Between `show` and `hide` it posts whole pictures, as often as something
 * changes and at most ten times a second; otherwise it posts nothing and has no timer.
 */
export class PanelModel implements Disposable {
  readonly #options: PanelModelOptions;
  readonly #owned = new DisposableStore();
  /** By filter: that of the view, and those that something is being looked for under. */
  readonly #streams = new Map<string, StreamIndex>();
  #finds: readonly Find[] = [];
  /** Which time is shown. */
  readonly #time: PanelTime;
  #selected: string | null = null;
  #view: StreamView | undefined;
  /** Pages that are looked at. */
  readonly #looks = new Map<PageName, Look>();
  /** Looks into the server; undefined where its inside is hidden. */
  readonly #inside: InsideReader | undefined;
  /** The last pictures of a session that has ended, by the informer that they speak of. */
  #last: ReadonlyMap<string | null, PanelState> | undefined;
  /** Those of pages about what ends with it; the entries are still there for the others. */
  readonly #lastPages = new Map<PageName, PagePicture>();
  #shown = false;
  #isDisposed = false;
  #stateChanged = false;
  #rowsChanged = false;
  #lastPicture = Number.NEGATIVE_INFINITY;
  #picture: Disposable | undefined;
  #tick: Disposable | undefined;

  constructor(options: PanelModelOptions) {
    this.#options = options;
    const { session } = options;
    if (session.introspection) this.#inside = this.#owned.add(new InsideReader(session.introspection, options.clock, () => this.#change('state')));
    this.#time = this.#owned.add(new PanelTime(session, () => this.#onTime(), options.onFault ?? (() => undefined)));
    this.#owned.add(session.tracer.onEntry(() => this.#onEntry()));
    this.#owned.add(session.onChange(() => this.#change('state')));
    this.#owned.add(
      session.onEnding(() => {
        this.#last = this.#lastPictures();
        this.#lookInside();
        const context = { ...this.#context, session };
        for (const look of this.#looks.values()) if (endingPages.has(look.page)) this.#lastPages.set(look.page, pagePicture(context, look));
        this.#change('state');
      }),
    );
  }

  /** The panel is there, or there again: everything is sent, now. */
  show(): void {
    if (this.#isDisposed) return;
    this.#shown = true;
    this.#lastPicture = Number.NEGATIVE_INFINITY;
    this.#lookInside();
    this.#change('both');
  }

  /** Nobody looks: nothing is sent until {@link show}. */
  hide(): void {
    this.#shown = false;
    this.#lookInside();
    this.#picture?.dispose();
    this.#tick?.dispose();
    this.#picture = this.#tick = undefined;
  }

  /** Speaks of one informer from now on; null: of all. A panel knows a name as far as a message carries it. */
  select(informer: string | null): void {
    const { all } = this.#options.session.informers;
    const selected = informer === null ? null : (all.find(({ name }) => name === informer || clipName(name) === informer)?.name ?? informer);
    if (selected === this.#selected) return;
    this.#selected = selected;
    this.#dropStreams();
    this.#change('both');
  }

  /** Shows the time at which this entry was made from now on; null: the present. */
  goTo(seq: Seq | null): Promise<void> {
    return this.#time.go(seq);
  }

  /** What is shown has been. */
  get isPast(): boolean {
    return this.#time.isPast;
  }

  /** Which rows are sent from now on. */
  view(view: StreamView): void {
    this.#view = view;
    this.#dropStreams(view.filter, ...this.#finds.map(({ filter }) => filter));
    this.#change('rows');
  }

  /** What is looked at of a page from now on; only such pages are sent. */
  look({ page, look }: PageLook): void {
    if (look === null) this.#looks.delete(page);
    else this.#looks.set(page, { page, look } as Look);
    if (page === 'server') this.#lookInside();
    if (look !== null) this.#change('state');
  }

  /** Somebody has changed the inside of the server: it is asked anew. */
  refreshInside(): void {
    this.#inside?.refresh();
  }

  /** Answers where an entry is under a filter, as soon as that filter has reached it. */
  find(seq: Seq, filter: string): void {
    if (this.#isDisposed) return;
    this.#finds = [...this.#finds.slice(1 - pendingFinds), { seq, filter }];
    this.#answerFinds();
  }

  /** Answers how the text of a filter can go on. */
  complete(text: string, caret: number): void {
    this.#post({ type: 'filter/completions', body: completeFilter(text, caret, sessionValues(this.#session, this.#selected)) });
  }

  /** Nothing is sent any more, whatever is asked of it: a message may come while its panel is being closed. */
  dispose(): void {
    this.#isDisposed = true;
    this.hide();
    this.#owned.dispose();
    this.#dropStreams();
  }

  #stream(filter: string): StreamIndex {
    let stream = this.#streams.get(filter);
    if (!stream) {
      const { clock } = this.#options;
      stream = new StreamIndex(this.#session.tracer, { filter, informer: this.#selected }, clock, () => {
        this.#answerFinds();
        this.#change('rows');
      });
      this.#streams.set(filter, stream);
    }
    stream.catchUp();
    return stream;
  }

  #dropStreams(...except: readonly string[]): void {
    for (const [filter, stream] of this.#streams) {
      if (except.includes(filter)) continue;
      stream.dispose();
      this.#streams.delete(filter);
    }
  }

  #answerFinds(): void {
    const { tracer } = this.#session;
    const waiting: Find[] = [];
    for (const { seq, filter } of this.#finds) {
      const stream = this.#stream(filter);
      if (!stream.hasReached(Math.min(seq, tracer.lastSeq))) {
        waiting.push({ seq, filter });
        continue;
      }
      const entry = tracer.at(seq);
      this.#post({ type: 'stream/found', body: { seq, filter, index: stream.indexOf(seq), row: entry ? this.#rowOf(entry) : null } });
    }
    this.#finds = waiting;
  }

  /** As it is now, or was. */
  get #session(): SessionPicture {
    return this.#time.picture;
  }

  #onTime(): void {
    this.#dropStreams();
    this.#lookInside();
    this.#change('both');
    this.#options.onTime?.();
  }

  /** What comes while a person looks at the past is only counted. */
  #onEntry(): void {
    if (this.#time.isPast) this.#tickLater();
    else this.#change('both');
  }

  #post(message: HostMessage): void {
    if (this.#shown) this.#options.post(message);
  }

  #change(part: 'state' | 'rows' | 'both'): void {
    if (part !== 'rows') this.#stateChanged = true;
    if (part !== 'state') this.#rowsChanged = true;
    if (!this.#shown || this.#picture) return;
    const { clock } = this.#options;
    const wait = this.#lastPicture + pictureMs - clock.now();
    this.#picture = clock.setTimer(Math.max(0, wait), () => {
      this.#picture = undefined;
      this.#send();
    });
  }

  #send(): void {
    this.#lastPicture = this.#options.clock.now();
    if (this.#rowsChanged && this.#view) {
      this.#rowsChanged = false;
      this.#post({ type: 'stream/rows', body: this.#rows(this.#view) });
    }
    if (!this.#stateChanged) return;
    this.#stateChanged = false;
    for (const look of this.#looks.values()) this.#sendPage(look);
    const state = this.#state();
    this.#post({ type: 'panel/state', body: state });
    if (!this.#last && !this.#time.isPast) this.#tickIn(movesByItself(state) || this.#looks.has('cache') ? tickMs : this.#wordsChangeInMs(state));
  }

  /** What could not be looked through in one turn goes on in the next picture. */
  #sendPage(look: Look): void {
    const last = this.#time.isPast ? undefined : this.#lastPages.get(look.page);
    const body = last ?? pagePicture(this.#context, look);
    this.#post({ type: 'page/picture', body });
    if (!last && isSearching(body)) this.#change('state');
  }

  get #context(): PageContext {
    const inside = this.#inside && (this.#time.isPast ? 'past' : this.#last ? 'ended' : this.#inside.answers);
    return { session: this.#session, selected: this.#selected, words: this.#options.words, ...(inside && { inside }) };
  }

  /** It is asked for what is looked at, and only while somebody looks: not of a time that has passed, nor when all is over. */
  #lookInside(): void {
    const look = this.#looks.get('server');
    const isAsked = this.#shown && !this.#time.isPast && !this.#last;
    this.#inside?.look(isAsked && look?.page === 'server' ? look.look.inside : undefined);
  }

  #state(): PanelState {
    if (this.#last && !this.#time.isPast) {
      const last = this.#last.get(this.#selected) ?? this.#last.get(null)!;
      // What was can still be gone back to: the trace is kept as long as somebody looks.
      const { going, failure } = this.#time.view;
      return { ...last, time: { ...last.time, going, failure } };
    }
    const { title, words } = this.#options;
    const session = this.#session;
    const { all } = session.informers;
    const isGone = this.#selected !== null && !all.some(({ name }) => name === this.#selected);
    // It may not have been there yet; it is selected again when the present is shown.
    if (isGone && !this.#time.isPast) this.select(null);
    return panelState(session, isGone ? null : this.#selected, title(), words, this.#time.view);
  }

  /** What ends takes its queues and caches with it: these are kept as they were. */
  #lastPictures(): ReadonlyMap<string | null, PanelState> {
    const { session, title } = this.#options;
    const words: StateWords = (source, informer) => this.#options.words(source, informer, true);
    const selections = [null, ...session.informers.all.slice(0, limits.elements).map(({ name }) => name)];
    return new Map(
      selections.map((selected) => {
        const now = session.now();
        const state = panelState(session, selected, title(), words, { ...this.#time.view, at: null, t: now, now });
        return [selected, { ...state, session: { ...state.session, ended: true } }];
      }),
    );
  }

  #rows(view: StreamView): StreamRows {
    const stream = this.#stream(view.filter);
    const end = Math.min(view.end ?? stream.end, stream.end);
    const entries = stream.slice(Math.max(0, end - Math.min(view.count, limits.rows)), end);
    const { oldest } = stream;
    return { view, total: stream.end - oldest, first: end - entries.length, oldest, rows: entries.map((entry) => this.#rowOf(entry)), faults: stream.faults };
  }

  #rowOf(entry: TraceEntry): StreamRow {
    return clipped(rowOf(entry, this.#session.articleNoteOf(entry)));
  }

  /** What is said of the informer that is spoken of goes by time too. */
  #wordsChangeInMs({ pipeline }: PanelState): number | undefined {
    const { informer } = pipeline.reflector;
    return informer === '' ? undefined : this.#options.words(this.#session, informer).changesInMs;
  }

  #tickLater(): void {
    if (!this.#tick) this.#tickIn(tickMs);
  }

  /** @param ms undefined: not by itself */
  #tickIn(ms: number | undefined): void {
    this.#tick?.dispose();
    this.#tick = undefined;
    if (ms === undefined) return;
    this.#tick = this.#options.clock.setTimer(Math.max(ms, tickMs), () => {
      this.#tick = undefined;
      this.#change('state');
    });
  }
}

interface Find {
  readonly seq: Seq;
  readonly filter: string;
}

function isSearching(picture: PagePicture): boolean {
  return (picture.page === 'chain' && picture.picture.searching) || (picture.page === 'item' && picture.picture.history.searching);
}

/** Something in the picture changes although nothing happens. */
function movesByItself({ stepper, pipeline }: PanelState): boolean {
  return (
    stepper.held.length > 0 ||
    pipeline.reflector.eventsPerSecond > 0 ||
    pipeline.workQueue.waiting > 0
  );
}

function clipped(row: StreamRow): StreamRow {
  return {
    ...row,
    kind: row.kind.slice(0, limits.word),
    informer: row.informer.slice(0, limits.name),
    key: row.key.slice(0, limits.name),
    rv: row.rv.slice(0, limits.word),
    summary: row.summary.slice(0, limits.text),
    cause: row.cause.slice(0, limits.causes),
  };
}
