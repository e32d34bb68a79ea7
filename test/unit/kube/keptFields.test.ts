import { describe, expect, it } from 'vitest';
import { addKeptField, hasKeptFields, keepText, parsedFields } from '../../../extension/kube/keptFields.ts';
import { collectGarbage } from '../../support/collectGarbage.ts';

const texts: Readonly<Record<string, string>> = { spec: '{"replicas":2,"items":[1,2]}', status: '{"phase":"Running"}' };
const plain = { name: 'a', spec: { replicas: 2, items: [1, 2] }, status: { phase: 'Running' } };

interface Owner {
  name?: string;
  spec?: { replicas: number };
  status?: unknown;
}

function kept(textOf = (name: string): string => texts[name]!): Owner {
  const record = { name: 'a' };
  for (const name of Object.keys(texts)) addKeptField(record, name);
  keepText(record, { names: Object.keys(texts), textOf });
  return record;
}

describe('fields that are kept as text', () => {
  it('are there for whoever reads, spreads, clones, enumerates or writes JSON', () => {
    const record = kept();
    expect(hasKeptFields(record)).toBe(true);
    expect(hasKeptFields(plain)).toBe(false);
    expect(record.spec?.replicas).toBe(2);
    expect({ ...record }).toEqual(plain);
    expect(structuredClone(record)).toEqual(plain);
    expect(Object.entries(record)).toEqual(Object.entries(plain));
    expect(Reflect.ownKeys(record)).toEqual(Reflect.ownKeys(plain));
    expect(Object.hasOwn(record, 'spec')).toBe(true);
    expect(JSON.stringify(record)).toBe(JSON.stringify(plain));
  });

  it('are the same within a turn, and are forgotten later unless somebody holds them all', async () => {
    const record = kept();
    expect(record.spec).toBe(record.spec);
    record.spec!.replicas = 7;
    const held = parsedFields(record);
    await collectGarbage();
    expect(record.spec!.replicas).toBe(7);
    expect(parsedFields(record)).toBe(held);
    const other = kept();
    other.spec!.replicas = 7;
    await collectGarbage();
    expect(other.spec!.replicas).toBe(2);
    expect(parsedFields(plain)).toBeUndefined();
  });

  it('may be set and deleted, one without the other, and in one record alone', () => {
    const record = kept();
    record.spec = { replicas: 5 };
    expect(record).toEqual({ ...plain, spec: { replicas: 5 } });
    delete record.status;
    expect('status' in record).toBe(false);
    expect(kept()).toEqual(plain);
  });

  it('are not those of an object that inherits from the record', () => {
    const heir = Object.create(kept()) as Owner;
    expect(heir.spec).toBeUndefined();
    heir.spec = { replicas: 1 };
    expect(Object.hasOwn(heir, 'spec')).toBe(true);
  });

  it('are not parsed before they are read, each by itself, and then once', () => {
    const parsed: string[] = [];
    const record = kept((name) => (parsed.push(name), texts[name]!));
    expect(Object.keys(record)).toEqual(['name', 'spec', 'status']);
    expect(parsed).toEqual([]);
    expect(record.status).toEqual({ phase: 'Running' });
    expect(record.status).toEqual({ phase: 'Running' });
    expect(parsed).toEqual(['status']);
    expect(parsedFields(record)).toEqual({ spec: plain.spec, status: plain.status });
    expect(parsed).toEqual(['status', 'spec']);
  });

  it('keep their place among the others', () => {
    const record: Owner = {};
    addKeptField(record, 'spec');
    record.name = 'a';
    keepText(record, { names: ['spec'], textOf: () => '{"replicas":1}' });
    expect(JSON.stringify(record)).toBe('{"spec":{"replicas":1},"name":"a"}');
  });
});
