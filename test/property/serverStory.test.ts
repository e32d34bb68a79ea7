import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causesOf } from '../../extension/debugger/chain/causeWalk.ts';
import { EffectWalk } from '../../extension/debugger/chain/effectWalk.ts';
import type { Seq, TraceEntry } from '../../extension/trace/entry.ts';
import { answered, cached, committed, type FactDraft, FactStory, received, sent } from '../support/factStory.ts';
import { propertyParameters } from '../support/seed.ts';

/**
 * What the API server tells and what the session sees come over sockets of their own. However they interleave: the same causes and effects, none of which is not
 * there, and nothing that was recorded changes. A failure prints its seed and the shortest story that fast-check finds.
 */

/** Who writes: somebody else, or a reconciler of the session. */
type Change = { readonly by: 'kubectl' | 'reconciler' | 'nobody'; readonly key: number };

const changes = fc.array(fc.record<Change>({ by: fc.constantFrom('kubectl', 'reconciler', 'nobody'), key: fc.nat(2) }), { minLength: 1, maxLength: 8 });
/** Which of the streams goes on next: the facts, or one of what is seen. */
const turns = fc.array(fc.nat(2), { maxLength: 120 });

interface Streams {
  /** In order each, in any order among them. */
  readonly streams: readonly (() => void)[][];
  readonly story: FactStory;
}

/** The facts, the events of the watch, and the answers to the reconciler's writes. */
function streamsOf(all: readonly Change[]): Streams {
  const story = new FactStory();
  const watch = story.ask('watch');
  const start = story.record({ kind: 'reconcile.start', controller: 'c', key: 'd/0', worker: 0 });
  const facts: (() => void)[] = [];
  const events: (() => void)[] = [];
  const answers: (() => void)[] = [];
  const tell = (...drafts: readonly FactDraft[]): void => void facts.push(...drafts.map((draft) => () => story.tell(draft)));
  for (const [index, { by, key: place }] of all.entries()) {
    const revision = index + 1;
    const key = `d/${place}`;
    const name = by === 'reconciler' ? story.names.write(0) : by === 'kubectl' ? `k${revision}` : '';
    if (name !== '') tell(received(name));
    tell(committed(revision, name, key), cached(revision, key));
    // The answer may be told before the frame is handed over, or after.
    const last = [sent(watch.auditId, [revision]), ...(name === '' ? [] : [answered(name)])];
    tell(...(revision % 2 === 0 ? last : last.toReversed()));
    events.push(() => void story.event(watch.seq, revision, key));
    if (by !== 'reconciler') continue;
    answers.push(() => {
      const seq = story.record({ kind: 'reconcile.write', controller: 'c', key, cause: [start], verb: 'patch', target: `v1/pods ${key}`, code: 200, dryRun: false, ms: 0, rv: String(revision) });
      story.linker.wrote(name, seq);
    });
  }
  return { streams: [facts, events, answers], story };
}

function play(all: readonly Change[], order: readonly number[]): FactStory {
  const { streams, story } = streamsOf(all);
  const frozen: [TraceEntry, string][] = [];
  story.tracer.onEntry((entry) => void frozen.push([entry, JSON.stringify(entry)]));
  for (const turn of [...order, ...streams.flatMap((stream, index) => stream.map(() => index))]) streams[turn]!.shift()?.();
  story.linker.settle();
  for (const [entry, text] of frozen) expect(JSON.stringify(entry)).toBe(text);
  return story;
}

function nameOf({ kind, rv, key }: TraceEntry): string {
  return `${kind} ${rv ?? ''} ${key ?? ''}`;
}

/** By the entry, whatever its number is: what led to it, and what came of it. */
function links({ tracer }: FactStory): Readonly<Record<string, { readonly causes: readonly string[]; readonly effects: readonly string[] }>> {
  const told = [...tracer.entries()].filter(({ kind }) => kind === 'reflector.event' || kind === 'reconcile.write' || kind.startsWith('apiserver.'));
  return Object.fromEntries(
    told
      .filter(({ kind }) => kind !== 'apiserver.request')
      .map((entry) => {
        const causes = causesOf(tracer, entry).entries.map(nameOf).toSorted();
        const effects = new EffectWalk(tracer, entry).catchUp().entries.map(nameOf).toSorted();
        return [nameOf(entry), { causes, effects }];
      }),
  );
}

describe('what the server tells and what is seen of it', () => {
  it('have the same causes and effects in whatever order they come', () => {
    fc.assert(
      fc.property(changes, turns, turns, (all, one, other) => {
        const stories = [play(all, one), play(all, other)];
        expect(links(stories[0]!)).toEqual(links(stories[1]!));
        for (const { tracer } of stories) for (const { seq, cause = [] } of tracer.entries()) for (const each of cause) expect(each >= 1 && each < seq).toBe(true);
      }),
      propertyParameters(200),
    );
  });

  it('tell of each change by somebody whose request it was', () => {
    fc.assert(
      fc.property(changes, turns, (all, order) => {
        const { tracer } = play(all, order);
        const events = [...tracer.entries()].filter((entry) => entry.kind === 'reflector.event');
        expect(events).toHaveLength(all.length);
        for (const event of events) {
          const { by } = all[Number(event.rv) - 1]!;
          const kinds = causesOf(tracer, event).entries.map(({ kind }) => kind);
          expect(kinds.includes('apiserver.request')).toBe(by !== 'nobody');
          expect(kinds.includes('reconcile.write')).toBe(by === 'reconciler');
          for (const kind of ['apiserver.commit', 'apiserver.cached', 'apiserver.sent']) expect(kinds).toContain(kind);
        }
      }),
      propertyParameters(200),
    );
  });

  it('each cause that was not there in time has its entry among its effects, and no entry twice', () => {
    fc.assert(
      fc.property(changes, turns, (all, order) => {
        const { tracer } = play(all, order);
        const ends = [...tracer.entries()].filter(({ kind }) => kind === 'reflector.event');
        for (const end of ends) {
          for (const cause of causesOf(tracer, end).entries.filter(({ kind }) => kind.startsWith('apiserver.'))) {
            const effects: Seq[] = new EffectWalk(tracer, cause).catchUp().entries.map(({ seq }) => seq);
            expect(effects).toContain(end.seq);
            expect(new Set(effects).size).toBe(effects.length);
          }
        }
      }),
      propertyParameters(100),
    );
  });
});
