import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageOf } from '../../extension/base/codedError.ts';
import type { PanelState, StreamView } from '../../extension/protocol/messages.ts';
import { keyColumns } from '../../extension/protocol/pages/queues.ts';
import type { Action } from '../../webview/store/action.ts';
import { initialModel, type PanelModel, type Remembered } from '../../webview/store/model.ts';
import { initialPages, type PageAction, tabs } from '../../webview/store/pageModels.ts';
import { reduce } from '../../webview/store/reduce.ts';
import { fromRemembered, toRemember } from '../../webview/store/remember.ts';
import { knownNewest, maxTop, oldestOf, wantedView } from '../../webview/store/streamSelectors.ts';
import { live } from '../support/panelStates.ts';
import { propertyParameters } from '../support/seed.ts';
import { answer, row } from '../unit/webview/models.ts';

/**
 * The panel under whatever a person does, a host that answers late or to what is not asked any more, and a panel that is hidden and comes back in between.
 * A failure prints its seed and the shortest story: `PROPERTY_SEED` takes it, `PROPERTY_RUNS` asks for more of them.
 */
const runs = propertyParameters(200);

const informers = [null, ...live.informers];

/** What the host has: entries from `oldest` up to `newest`, of one session. */
interface World {
  newest: number;
  oldest: number;
  session: string;
  selected: string | null;
  at: number | null;
  /** What the panel asked for before, and the host has not answered. */
  readonly asked: StreamView[];
  now: number;
}

/** One turn of a story: what it does is decided where it stands. Undefined: nothing, here. */
type Turn = (model: PanelModel, world: World) => Action | undefined;

const stateOf = ({ session, selected, at }: World): PanelState => ({ ...live, session: { ...live.session, id: session }, selected, time: { ...live.time, at } });

const does = (action: Action): Turn => () => action;
/** A part of the list, from its oldest row (0) to its newest (1). */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const pixels = fc.oneof(fc.integer({ min: -50, max: 3000 }), fc.integer({ min: 0, max: 1_000_000 }));
const word = fc.constantFrom('', 'web', 'stage:queue', ' key:a/* ', 'v1/pods', '<b>');

const hostTurn: fc.Arbitrary<Turn> = fc.oneof(
  fc.tuple(fc.nat(200), fc.nat(100)).map(
    ([come, go]): Turn =>
      (_, world) => {
        world.newest += come;
        world.oldest = Math.min(world.newest, world.oldest + (come > 150 ? go : 0));
        return undefined;
      },
  ),
  // What is asked for now, or was once. Of two things that are asked for the host does the first first: it shows the list of an informer that was chosen before.
  fc.boolean().map(
    (isLate): Turn =>
      ({ askedInformer, stream }, { asked, newest, oldest }) => {
        if (askedInformer !== undefined) return undefined;
        if (!isLate) asked.push(wantedView(stream));
        const view = asked.shift();
        return view && { type: 'rows', rows: answer(newest, { ...view, oldest }) };
      },
  ),
  fc.constant<Turn>(({ stream }, { asked }) => void asked.push(wantedView(stream))),
  fc.boolean().map(
    (isKnown): Turn =>
      ({ askedInformer, stream: { search, answer: rows } }, { newest, oldest }) => {
        // Nothing is looked for before the list is there.
        if (!search || !rows || askedInformer !== undefined) return undefined;
        const index = isKnown && search.seq > oldest && search.seq <= newest ? search.seq - 1 : null;
        return { type: 'found', found: { seq: search.seq, filter: search.filter, index, row: index === null ? null : row(index) } };
      },
  ),
  fc.tuple(fc.constantFrom('same', 'same', 'same', 'session', 'informer', 'past'), fc.constantFrom(...informers), fc.nat(2)).map(
    ([what, any, number]): Turn =>
      ({ askedInformer }, world) => {
        // What was asked for is what is selected next.
        const informer = askedInformer === undefined ? any : askedInformer;
        world.now += 100;
        // Another list begins only with another session or informer.
        if (what === 'session' && world.session !== `session-${number}`) Object.assign(world, { session: `session-${number}`, newest: 0, oldest: 0, at: null });
        if (what === 'informer' && world.selected !== informer) Object.assign(world, { selected: informer, newest: Math.floor(world.newest / 2), oldest: 0 });
        if (what === 'past') world.at = world.at === null ? world.now : null;
        return { type: 'state', state: stateOf(world), now: world.now };
      },
  ),
);

const indexAt = ({ stream }: PanelModel, where: number): number | undefined =>
  stream.newest > oldestOf(stream) ? Math.min(stream.newest - 1, oldestOf(stream) + Math.floor(where * (stream.newest - oldestOf(stream)))) : undefined;

const streamTurn: fc.Arbitrary<Turn> = fc.oneof(
  pixels.map((top) => does({ type: 'scroll', top })),
  fc.integer({ min: 0, max: 2000 }).map((height) => does({ type: 'resize', height })),
  fc.boolean().map((on) => does({ type: 'follow', on })),
  fc.boolean().map((newestFirst) => does({ type: 'order', newestFirst })),
  fc.constantFrom('newer', 'older', 'pageNewer', 'pageOlder', 'newest', 'oldest').map((to) => does({ type: 'move', to })),
  fc.tuple(fc.constantFrom('focus', 'open'), place).map(
    ([type, where]): Turn =>
      (model) => {
        const index = indexAt(model, where);
        return index === undefined ? undefined : { type, index };
      },
  ),
  fc.integer({ min: 1, max: 1000 }).map((seq) => does({ type: 'goTo', seq })),
  fc.constant(does({ type: 'close' })),
  word.map((text) => does({ type: 'type', text })),
  fc.constant(does({ type: 'filter' })),
);

const folds = <Name extends string>(...names: readonly Name[]): fc.Arbitrary<Name> => fc.constantFrom(...names);
const pageAction: fc.Arbitrary<PageAction> = fc.oneof(
  fc.oneof(
    folds('entry', 'object', 'diff', 'queues', 'history').map((part) => ({ type: 'fold' as const, part })),
    word.map((name) => ({ type: 'unfold' as const, name })),
    word.map((key) => ({ type: 'show' as const, informer: 'v1/pods', key })),
    fc.constantFrom('yaml' as const, 'json' as const).map((format) => ({ type: 'format' as const, format })),
  ).map((action): PageAction => ({ page: 'item', action })),
  folds('waterfall', 'sequence', 'causes', 'effects').map((part): PageAction => ({ page: 'chain', action: { type: 'fold', part } })),
  fc.oneof(
    folds('handlers', 'workers', 'keys').map((section) => ({ type: 'fold' as const, section })),
    fc.constantFrom(...keyColumns).map((column) => ({ type: 'sort' as const, column })),
    word.map((text) => ({ type: 'filter' as const, text })),
    fc.nat(500).map((first) => ({ type: 'page' as const, first })),
  ).map((action): PageAction => ({ page: 'queues', action })),
  fc.oneof(
    folds('index', 'check', 'staleness', 'reads').map((section) => ({ type: 'fold' as const, section })),
    word.map((value) => ({ type: 'value' as const, value })),
    word.map((informer) => ({ type: 'informer' as const, informer })),
    fc.nat(500).map((first) => ({ type: 'keyPage' as const, first })),
  ).map((action): PageAction => ({ page: 'cache', action })),
  folds('requests', 'refusals', 'watches').map((part): PageAction => ({ page: 'server', action: { type: 'fold', part } })),
  fc.constant<PageAction>({ page: 'lints', action: { type: 'toggleGone' } }),
  fc.constantFrom('0', '10', 'all').map((hold): PageAction => ({ page: 'recording', action: { type: 'hold', hold } })),
  fc.oneof(
    fc.tuple(fc.constantFrom(0.01, 0.5, 2, 1e6), fc.nat(60_000), fc.nat(60_000)).map(([factor, at, now]) => ({ type: 'zoom' as const, factor, at, now })),
    fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.nat(60_000)).map(([ms, now]) => ({ type: 'pan' as const, ms, now })),
    word.map((key) => ({ type: 'pin' as const, lane: { informer: 'v1/pods', key } })),
    fc.tuple(fc.nat(9), fc.nat(999)).map(([lane, seq]) => ({ type: 'cursor' as const, lane, seq })),
    fc.constantFrom({ type: 'toggle' as const }, { type: 'toggleList' as const }, { type: 'follow' as const }),
  ).map((action): PageAction => ({ page: 'timeline', action })),
);

const panelTurn: fc.Arbitrary<Turn> = fc.oneof(
  fc.constantFrom(...informers).map((informer) => does({ type: 'informer', informer })),
  fc.constantFrom(...tabs).map((tab) => does({ type: 'tab', tab })),
  fc.constantFrom('deltaQueues' as const, 'workQueues' as const).map((pane) => does({ type: 'fold', pane })),
  fc.tuple(fc.constantFrom('page' as const, 'side' as const), fc.nat(5000)).map(([part, top]) => does({ type: 'scrolled', part, top })),
  fc.nat(3000).map((width) => does({ type: 'width', width })),
  pageAction.map((action) => does({ type: 'page', ...action })),
);

const turns = fc.array(fc.oneof({ weight: 4, arbitrary: hostTurn }, { weight: 4, arbitrary: streamTurn }, { weight: 1, arbitrary: panelTurn }, { weight: 1, arbitrary: fc.constant('hide' as const) }), { maxLength: 120, size: 'max' });

/** Whoever changes what is only to be replaced throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) frozen(each);
  return value;
}

/** Hidden, so that nothing but what it keeps is left of it, and shown again: what a person sees is the same. */
function hideAndShow(model: PanelModel, world: World): PanelModel {
  const kept = toRemember(model);
  if (!kept) return model;
  const remembered = fromRemembered(JSON.parse(JSON.stringify(kept)));
  expect(remembered).not.toBeNull();
  const { height } = model.stream;
  const shown = reduce(reduce(initialModel(remembered), { type: 'state', state: stateOf(world), now: world.now }), { type: 'resize', height });
  expect({ ...toRemember(shown), folded: new Set(shown.folded) }).toEqual({ ...kept, ...whatCanBeKept(kept), folded: new Set(kept.folded) });
  // What was asked for before is answered to nobody.
  world.asked.length = 0;
  return shown;
}

/** A place in no rows is none, and an entry of which nothing has arrived is not known again. */
function whatCanBeKept({ place: kept, cursor, detail }: Remembered): Partial<Remembered> {
  return { place: kept && kept.topIndex >= 0 ? kept : null, detail: detail && cursor !== null };
}

function check({ stream, pages }: PanelModel, world: World): void {
  const { top, follow, newest, cursor, height } = stream;
  expect(Number.isFinite(top) && top >= 0, `top ${top}`).toBe(true);
  // Until the rows of a place that was remembered have come, nobody knows how long the list is.
  if (stream.answer) expect(top, 'the list is scrolled beyond its end').toBeLessThanOrEqual(maxTop(stream));
  if (follow) {
    expect(top, 'it follows, and is not at its newest').toBe(0);
    expect(newest).toBe(knownNewest(stream));
  }
  expect(height).toBeGreaterThanOrEqual(0);
  // Likewise of an index.
  if (cursor && cursor.index !== null && stream.answer) {
    // The host may have found what came after its last answer, or in another list than that was of.
    expect(cursor.index).toBeGreaterThanOrEqual(Math.min(oldestOf(stream), world.oldest));
    expect(cursor.index).toBeLessThan(Math.max(newest, knownNewest(stream), world.newest));
    if (cursor.row) expect(cursor.row.seq).toBe(cursor.seq);
  }
  const kept = fromRemembered({ version: 0, ...toRemember({ ...initialModel(), state: live, pages }), pages: JSON.parse(JSON.stringify(pages)) as unknown });
  expect(kept?.pages, 'a page has another shape than at first').toEqual(pages);
}

it('the panel is within its bounds whatever happens, follows at its newest, and is the same after it was hidden', () => {
  fc.assert(
    fc.property(turns, (story) => {
      const world: World = { newest: 0, oldest: 0, session: 'session-0', selected: null, at: null, asked: [], now: 0 };
      let model = frozen(reduce(initialModel(), { type: 'state', state: stateOf(world), now: 0 }));
      const told: unknown[] = [];
      try {
        for (const turn of story) {
          const action = turn === 'hide' ? undefined : turn(model, world);
          told.push(turn === 'hide' ? turn : (action && (action.type === 'rows' || action.type === 'state' ? { type: action.type, world: { ...world } } : action)));
          if (turn === 'hide') model = hideAndShow(model, world);
          else if (action) model = reduce(model, action);
          check(frozen(model), world);
        }
      } catch (error) {
        throw new Error(`${messageOf(error)}\nafter ${JSON.stringify(told.filter(Boolean))}`, { cause: error });
      }
      expect(Object.keys(model.pages)).toEqual(Object.keys(initialPages));
    }),
    runs,
  );
}, 120_000);
