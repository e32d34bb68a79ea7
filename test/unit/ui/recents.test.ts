import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../extension/inspector/access/placeOf.ts';
import { Recents } from '../../../extension/ui/recents.ts';

/** What VS Code keeps, as JSON: what was kept by another version is anything. */
class Memory {
  readonly kept = new Map<string, unknown>();

  get<T>(key: string): T | undefined {
    return this.kept.get(key) as T | undefined;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.kept.set(key, JSON.parse(JSON.stringify(value)));
  }

  keys(): readonly string[] {
    return [...this.kept.keys()];
  }
}

const newRecents = () => {
  const memory = new Memory();
  return { memory, recents: new Recents(memory as ConstructorParameters<typeof Recents>[0]) };
};

describe('namespaces that were chosen', () => {
  it('are those of their cluster, the newest first, for whatever resource', () => {
    const { recents } = newRecents();
    recents.noteInformer('one', 'v1/secrets', 'team-a');
    recents.noteInformer('one', 'v1/pods', 'team-b');
    recents.noteScope('one', 'v1/secrets', 'team-a');
    recents.noteInformer('other', 'v1/pods', 'team-c');
    expect(recents.namespacesOf('one')).toEqual(['team-a', 'team-b']);
    expect(recents.namespacesOf('other')).toEqual(['team-c']);
    expect(recents.namespacesOf('a third')).toEqual([]);
    expect([recents.scopeOf('one', 'v1/secrets'), recents.scopeOf('other', 'v1/secrets')]).toEqual(['team-a', undefined]);
  });

  it('are not forgotten by a choice of all of them', () => {
    const { recents } = newRecents();
    recents.noteInformer('one', 'v1/secrets', 'team-a');
    recents.noteInformer('one', 'v1/secrets', undefined);
    expect([recents.scopeOf('one', 'v1/secrets'), recents.namespacesOf('one')]).toEqual(['', ['team-a']]);
  });

  it('are ten of a cluster and of thirty clusters', () => {
    const { recents } = newRecents();
    for (let place = 0; place < 31; place++) for (let index = 0; index < 11; index++) recents.noteScope(`place-${place}`, 'v1/pods', `n-${index}`);
    expect(recents.namespacesOf('place-30')).toEqual(Array.from({ length: 10 }, (_, index) => `n-${10 - index}`));
    expect([recents.namespacesOf('place-1').length, recents.namespacesOf('place-0').length]).toEqual([10, 0]);
  });

  it.each([[null], ['text'], [[1]], [{ one: 5 }], [{ one: { scopes: ['x'], namespaces: 'x' } }], [{ one: { scopes: { 'v1/pods': 7 }, namespaces: [{}] } }]])('are none where %j was kept', (kept) => {
    const { memory, recents } = newRecents();
    recents.noteScope('one', 'v1/pods', 'team-a');
    const [key] = memory.keys();
    memory.kept.set(key!, kept);
    expect([recents.scopeOf('one', 'v1/pods'), recents.namespacesOf('one')]).toEqual([undefined, []]);
    recents.noteScope('one', 'v1/pods', 'team-b');
    expect(recents.namespacesOf('one')).toEqual(['team-b']);
  });

  it('belong to a context and its server; the playground has another address each time', () => {
    const place = (source: object, server: string): string => placeOf({ id: 'id', source, cluster: { server } } as Parameters<typeof placeOf>[0]);
    const context = { kind: 'context', context: 'dev' };
    expect(place(context, 'https://a')).not.toBe(place(context, 'https://b'));
    const playground = { kind: 'playground', size: 'small', seed: 1 };
    expect(place(playground, 'https://a')).toBe(place(playground, 'https://b'));
  });
});
