import { type Chain, chainOf, type ExplainedRun } from '../../debugger/chain/chain.ts';
import { EffectWalk } from '../../debugger/chain/effectWalk.ts';
import type { ChainPicture, LinksView, LinkView, RunView } from '../../protocol/pages/chain.ts';
import { limits } from '../../protocol/checks.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { rowOf } from '../describeEntry.ts';
import type { Trace } from '../sessionPicture.ts';
import { factView } from './chain/factView.ts';
import { livePipelineOf } from './chain/livePipeline.ts';
import type { Page } from './page.ts';
import { writersOf } from './writers.ts';

/** Links of each side that are shown. */
const shownLinks = 100;

/** Where the chain of an entry comes from and where it leads. */
export const chainPage: Page<'chain'> = ({ session }, { seq }) => {
  const { tracer } = session;
  const entry = tracer.at(seq);
  if (!entry) return gone(seq);
  const effects = effectsFrom(tracer, entry).catchUp();
  return pictureOf(chainOf(tracer, entry, { effects, live: livePipelineOf(session), writerOf: writersOf(session) }));
};

/** The walk that was made last: looked at again, it goes on instead of beginning anew. */
const walks = new WeakMap<Trace, { readonly entry: TraceEntry; readonly walk: EffectWalk }>();

function effectsFrom(trace: Trace, entry: TraceEntry): EffectWalk {
  const known = walks.get(trace);
  if (known?.entry === entry) return known.walk;
  const walk = new EffectWalk(trace, entry);
  walks.set(trace, { entry, walk });
  return walk;
}

function pictureOf({ entry, causes, effects, moreEffects, searching, runs, fates, waterfall, sequence }: Chain): ChainPicture {
  return {
    seq: entry.seq,
    entry: linkView(entry),
    runs: runs.map(runView),
    fates: fates.map((fate) => factView(fate, { controller: fate.controller })),
    spans: waterfall.spans.map((span) => ({ ...span, detail: span.detail.slice(0, limits.text) })),
    moreSpans: waterfall.more,
    steps: sequence.steps.map((step) => ({ ...step, label: step.label.slice(0, limits.text) })),
    moreSteps: sequence.more,
    observed: sequence.observed,
    // The nearest are told of: the newest causes, the oldest effects.
    causes: linksView(causes.entries.slice(-shownLinks), causes.entries.length, causes.more || causes.lost.length > 0),
    effects: linksView(effects.slice(0, shownLinks), effects.length, moreEffects),
    searching,
  };
}

function runView({ start, reasons, more, outcome }: ExplainedRun): RunView {
  const all = [...reasons.map(({ origin }) => origin), ...outcome.flatMap(({ entries }) => Object.values(entries)), start.seq];
  return {
    seq: start.seq,
    controller: start.controller.slice(0, limits.name),
    key: start.key.slice(0, limits.name),
    from: Math.min(...all),
    to: Math.max(...all),
    reasons: reasons.map((reason) => factView(reason, { controller: start.controller, changed: reason.changed })),
    more,
    outcome: outcome.map((fact) => factView(fact)),
  };
}

function linksView(entries: readonly TraceEntry[], count: number, more: boolean): LinksView {
  return { links: entries.map(linkView), count, more };
}

function linkView(entry: TraceEntry): LinkView {
  const { seq, t, stage, kind, key, summary } = rowOf(entry);
  return { seq, t, stage, kind, key: key.slice(0, limits.name), summary: summary.slice(0, limits.text) };
}

function gone(seq: number): ChainPicture {
  const none: LinksView = { links: [], count: 0, more: false };
  return { seq, entry: null, runs: [], fates: [], spans: [], moreSpans: false, steps: [], moreSteps: false, observed: [], causes: none, effects: none, searching: false };
}
