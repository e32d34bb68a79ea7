import { Recent } from '../../base/recent.ts';
import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import { resourceOfInformer } from '../../trace/resourceOfInformer.ts';
import { targetResource } from '../targetResource.ts';
import type { Findings, Lint } from './lint.ts';

/** An object that changes so often, each change within so long of the one before, is looked at more closely. */
const suspectUpdates = 4;
const suspectMs = 10_000;

/** Objects of one informer that are watched for that at the same time; those that change most often stay. */
const mostObjects = 512;

/** What is compared in a second, at most: to find what an update has changed costs as much as all else that is done for it. */
const mostComparisons = 50;

/** So many changes of hands of one field within so long are a fight: one may take back what another did, nobody does it three times. */
const turnsOfFight = 6;
const fightMs = 30_000;

/** Turns that are kept of a field, and fields of an object. */
const mostTurns = 16;
const mostFields = 8;

/** When nobody has written the field for so long, the fight is over. */
const calmMs = 15_000;

/** The answer to a write may come after its event: until then the write is nobody's. */
const answerMs = 3000;

const mostWrites = 1000;

interface Suspect {
  readonly informer: string;
  readonly key: string;
  updates: number;
  last: number;
  /** By path. */
  fields: Map<string, Turn[]> | undefined;
}

/** One change of a field. */
interface Turn {
  readonly seq: Seq;
  readonly t: number;
  readonly rv: string;
  readonly after: string;
  /** By `managedFields`, where the object was still there in that version. */
  readonly manager: string | undefined;
}

interface OwnWrite {
  readonly controller: string;
  readonly seq: Seq;
}

/**
 * Two writers fight over one field: each takes back what the other has written, for ever. No error and no back-off shows it, since every reconcile
 * succeeds. Writers are known by their writes, where they run here, and else by `managedFields`.
 */
export class HotLoop implements Lint {
  readonly name = 'hot-loop';
  readonly kinds = ['store.update', 'store.delete', 'reconcile.write', 'reflector.stopped'] as const;
  readonly goesByTime = false;
  /** By informer and key. */
  readonly #suspects = new Map<string, Recent<Suspect>>();
  readonly #writes = new Recent<OwnWrite>(mostWrites);
  /** Updates of suspects that have to be compared. */
  #waiting: { readonly suspect: Suspect; readonly update: EntryOf<'store.update'> }[] = [];
  #comparisons = { second: 0, left: mostComparisons };
  /** By what is raised: when the field was written last. */
  readonly #raised = new Map<string, number>();

  note(entry: TraceEntry, findings: Findings): void {
    if (entry.kind === 'store.update') this.#updated(entry, findings);
    else if (entry.kind === 'store.delete') this.#suspects.get(entry.informer)?.delete(entry.key);
    else if (entry.kind === 'reconcile.write') this.#wrote(entry);
    else if (entry.kind === 'reflector.stopped') this.#suspects.delete(entry.informer);
  }

  work(now: number, findings: Findings): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { suspect, update } of waiting) {
      for (const path of this.#compare(suspect, update, findings)) this.#judge(suspect, path, now, findings);
    }
  }

  tick(now: number, findings: Findings): void {
    for (const [subject, last] of this.#raised) {
      if (now - last < calmMs) continue;
      this.#raised.delete(subject);
      findings.clear(this.name, subject);
    }
  }

  #updated(update: EntryOf<'store.update'>, findings: Findings): void {
    const { informer, key } = update;
    let suspects = this.#suspects.get(informer);
    if (!suspects) this.#suspects.set(informer, (suspects = new Recent(mostObjects)));
    let suspect = suspects.get(key);
    if (!suspect || update.t - suspect.last > suspectMs) {
      suspect = { informer, key, updates: 0, last: update.t, fields: undefined };
      suspects.set(key, suspect);
    }
    suspect.last = update.t;
    if (++suspect.updates < suspectUpdates || !update.changed) return;
    suspects.set(key, suspect); // it outlives those that change seldom
    if (!this.#mayCompare(update.t)) return;
    this.#waiting.push({ suspect, update });
    findings.later();
  }

  #mayCompare(t: number): boolean {
    const second = Math.floor(t / 1000);
    if (second !== this.#comparisons.second) this.#comparisons = { second, left: mostComparisons };
    return this.#comparisons.left-- > 0;
  }

  #wrote({ controller, target, rv, code, dryRun, seq }: EntryOf<'reconcile.write'>): void {
    if (rv === undefined || dryRun || code < 200 || code > 299) return;
    this.#writes.set(`${targetResource(target)} ${target.slice(target.indexOf(' ') + 1)} ${rv}`, { controller, seq });
  }

  /** @returns the paths that the update has changed */
  #compare(suspect: Suspect, { seq, t, rv = '', changed }: EntryOf<'store.update'>, { world }: Findings): readonly string[] {
    const fields = changed?.fields ?? [];
    suspect.fields ??= new Map();
    const informer = world.informers().find(({ name }) => name === suspect.informer);
    // Meanwhile it may have become another again: then nobody knows who wrote this version.
    const isCurrent = informer?.versionOf(suspect.key) === rv;
    for (const { path, after } of fields) {
      const turns = suspect.fields.get(path) ?? [];
      if (turns.length === 0 && suspect.fields.size >= mostFields) continue;
      turns.push({ seq, t, rv, after, manager: isCurrent ? informer?.managerOf(suspect.key, path) : undefined });
      if (turns.length > mostTurns) turns.shift();
      suspect.fields.set(path, turns);
    }
    return fields.map(({ path }) => path);
  }

  #judge({ informer, key, fields }: Suspect, path: string, now: number, findings: Findings): void {
    const resource = resourceOfInformer(informer);
    const turns = fields?.get(path)?.filter(({ t }) => now - t < fightMs) ?? [];
    if (turns.length < turnsOfFight) return;
    const hands = turns.flatMap((turn) => {
      const own = this.#writes.get(`${resource} ${key} ${turn.rv}`);
      const writer = own?.controller ?? turn.manager ?? (now - turn.t > answerMs ? '' : undefined);
      return writer === undefined ? [] : [{ turn, own, writer }];
    });
    const changes = hands.filter(({ writer }, index) => writer !== hands[index - 1]?.writer).length;
    const writers = [...new Set(hands.map(({ writer }) => writer))];
    // Of two strangers nobody knows that they are two.
    if (changes < turnsOfFight || writers.filter(Boolean).length === 0 || writers.length < 2) return;
    const subject = `${resource} ${key} ${path}`;
    this.#raised.set(subject, turns.at(-1)!.t);
    const shown = hands.slice(-turnsOfFight);
    findings.raise({
      lint: this.name,
      subject,
      informer,
      key,
      cause: shown.flatMap(({ turn, own }) => (own ? [own.seq, turn.seq] : [turn.seq])).toSorted((a, b) => a - b),
      evidence: {
        field: path,
        writers,
        // Masked they are anyway; that they change is enough to know.
        ...(resource !== 'v1/secrets' && { values: [...new Set(turns.map(({ after }) => after))].slice(-2) }),
        times: turns.length,
        ms: now - turns[0]!.t,
      },
    });
  }
}
