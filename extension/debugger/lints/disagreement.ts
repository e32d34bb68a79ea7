import { Recent } from '../../base/recent.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { resourceOfInformer } from '../../trace/resourceOfInformer.ts';
import type { Findings, Lint, LintedInformer } from './lint.ts';

/** A watch is at most some seconds behind another of the same server; what differs for longer has been missed. */
const patienceMs = 10_000;

/** Keys that differ at the same time; where all do, some are enough. */
const mostKeys = 500;

interface Difference {
  readonly resource: string;
  readonly key: string;
  /** When it was seen first, and the change that made it. */
  since: number;
  readonly seq: number;
}

/** Two informers of the same resource, whose scopes overlap, have different versions of one object for longer than it takes to hear of it. */
export class Disagreement implements Lint {
  readonly name = 'disagreement';
  readonly kinds = ['store.add', 'store.update', 'store.delete'] as const;
  readonly goesByTime = true;
  /** Resources of which there are several informers, as of the last tick. */
  #several: ReadonlySet<string> = new Set();
  readonly #differences = new Recent<Difference>(mostKeys);

  note(entry: TraceEntry): void {
    if (this.#several.size === 0 || entry.informer === undefined || entry.key === undefined) return;
    const resource = resourceOfInformer(entry.informer);
    if (!this.#several.has(resource)) return;
    const id = `${resource} ${entry.key}`;
    if (!this.#differences.get(id)) this.#differences.set(id, { resource, key: entry.key, since: entry.t, seq: entry.seq });
  }

  tick(now: number, findings: Findings): void {
    const informers = findings.world.informers();
    this.#several = repeated(informers.map(({ resource }) => resource));
    for (const [id, difference] of this.#differences.entries()) {
      const [ahead, behind] = differing(informers.filter(({ resource }) => resource === difference.resource), difference.key) ?? [];
      if (!ahead || !behind) {
        this.#differences.delete(id);
        findings.clear(this.name, id);
      } else if (now - difference.since > patienceMs) {
        this.#raise(id, difference, ahead, behind, now, findings);
      }
    }
  }

  forgetTimes(now: number): void {
    for (const [, difference] of this.#differences.entries()) difference.since = now;
  }

  #raise(subject: string, { key, since, seq }: Difference, one: LintedInformer, other: LintedInformer, now: number, findings: Findings): void {
    const versions = [one.versionOf(key) ?? '', other.versionOf(key) ?? ''];
    findings.raise({ lint: this.name, subject, informer: one.name, key, cause: [seq], evidence: { other: other.name, versions, ms: now - since } });
  }
}

/** Two of them that should have the same of the key, and have not. */
function differing(informers: readonly LintedInformer[], key: string): readonly [LintedInformer, LintedInformer] | undefined {
  const namespace = key.includes('/') ? key.slice(0, key.indexOf('/')) : undefined;
  // One with a selector may rightly have nothing; what it has, though, must be the same.
  const concerned = informers.filter((each) => each.namespace === undefined || each.namespace === namespace).filter((each) => !each.hasSelector || each.versionOf(key) !== undefined);
  const [first, ...others] = concerned;
  const other = first && others.find((each) => each.versionOf(key) !== first.versionOf(key));
  return first && other && [first, other];
}

function repeated(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}
