import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInResources } from '../../extension/playground/registry/resources.ts';
import { storedObjectCheck } from '../../extension/playground/registry/storedObjectCheck.ts';
import { readSnapshot, writeSnapshot } from '../../extension/playground/storage/snapshotFile.ts';
import { snapshotOf } from '../../extension/playground/storage/snapshotFormat.ts';
import { CompactedError, Storage } from '../../extension/playground/storage/storage.ts';
import type { StoredObject } from '../../extension/playground/storage/storedObject.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { propertyParameters } from '../support/seed.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** A storage against the plainest model of one: a list of all states that there ever were. `PROPERTY_SEED` plays a run again. */

const prefix = '/registry/configmaps/d/';

type Step =
  | { readonly do: 'put' | 'delete'; readonly name: string; readonly value: string }
  | { readonly do: 'compact'; readonly ago: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'latency'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('put' as const, 'put' as const, 'delete' as const), name: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.string({ unit: 'grapheme', maxLength: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const), ago: fc.nat(6) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 20, 100) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('latency' as const), ms: fc.constantFrom(0, 10, 50) }) },
);

/** Name and value of each key, by revision. */
type States = Map<number, ReadonlyMap<string, string>>;

class Model {
  readonly clock = new FakeClock();
  readonly storage = new Storage({ clock: this.clock });
  readonly states: States = new Map([[1, new Map()]]);
  readonly told: number[] = [];
  #head = 1;
  compacted = 0;

  constructor() {
    this.storage.onCommit(({ revision, type, key, current, previous }) => {
      this.told.push(revision);
      const before = this.states.get(revision - 1)!.get(nameOf(key));
      const after = this.states.get(revision)!.get(nameOf(key));
      expect([type, previous && valueOf(previous)]).toEqual([after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED', before]);
      expect(valueOf(current)).toBe(after ?? before);
      // Whoever is told of it can read it, and nothing that is newer.
      expect(this.storage.revision).toBe(revision);
    });
  }

  async act(each: Step): Promise<void> {
    switch (each.do) {
      case 'put':
        this.#write(new Map([...this.#latest, [each.name, each.value]]));
        this.storage.put(prefix + each.name, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: each.name, namespace: 'd' }, data: { value: each.value } });
        break;
      case 'delete':
        if (this.#latest.has(each.name)) this.#write(new Map([...this.#latest].filter(([name]) => name !== each.name)));
        this.storage.delete(prefix + each.name);
        break;
      case 'compact':
        this.compacted = Math.max(this.compacted, this.storage.revision - each.ago);
        this.storage.compact(this.storage.revision - each.ago);
        break;
      case 'latency':
        this.storage.commitLatencyMs = each.ms;
        break;
      case 'pass':
        await this.clock.advance(each.ms);
    }
    expect(this.storage.head).toBe(this.#head);
  }

  get #latest(): ReadonlyMap<string, string> {
    return this.states.get(this.#head)!;
  }

  #write(state: ReadonlyMap<string, string>): void {
    this.states.set(++this.#head, state);
  }
}

function nameOf(key: string): string {
  return key.slice(prefix.length);
}

function valueOf({ object }: StoredObject): string {
  return (object['data'] as { value: string }).value;
}

function check(storage: Storage, { states, compacted }: Pick<Model, 'states' | 'compacted'>): void {
  expect(storage.compacted).toBe(compacted);
  for (let revision = 1; revision <= storage.revision; revision++) {
    const read = () => storage.range(prefix, { revision }).items.map((stored) => [nameOf(stored.key), valueOf(stored)]);
    if (revision < compacted) expect(read).toThrow(CompactedError);
    else expect(read()).toEqual([...states.get(revision)!].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    if (revision < compacted) continue;
    const since = storage.since(prefix, revision).map((event) => event.revision);
    expect(since).toEqual(Array.from({ length: storage.revision - revision }, (_, index) => revision + 1 + index));
  }
}

const folder = temporaryFolder();

describe('the storage', () => {
  it('is one history, whatever is written, compacted and waited for, and the same after it was written to a file and read again', { timeout: 120_000 }, async () => {
    const file = path.join(await folder.path(), 'snapshot');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const model = new Model();
        for (const each of steps) await model.act(each);
        check(model.storage, model);
        const { revision } = model.storage; // of what is committed; what is not has been told to nobody
        await writeSnapshot(file, snapshotOf(model.storage));
        const { snapshot } = await readSnapshot(file, storedObjectCheck(builtInResources));
        const restored = new Storage();
        restored.restore(snapshot.versions, snapshot.revision, snapshot.compacted);
        expect([restored.revision, restored.head]).toEqual([revision, revision]);
        check(restored, model);
        model.storage.flush();
        expect(model.told).toEqual(Array.from({ length: model.storage.head - 1 }, (_, index) => index + 2));
        check(model.storage, model);
        expect(model.clock.pending).toBe(0);
      }),
      propertyParameters(150),
    );
  });
});
