import type { TraceDraft, TraceEntry } from '../../trace/entry.ts';

/** Times, and what is found out only when somebody asks: these are taken from the recording. */
const notCompared = new Set(['waited', 'changed']);

/** Where an entry that was made anew differs from the one that was recorded; undefined: nowhere. */
export function differenceOf(made: TraceDraft, recorded: TraceEntry): string | undefined {
  const fields = made as unknown as Readonly<Record<string, unknown>>;
  const others = recorded as unknown as Readonly<Record<string, unknown>>;
  if (made.kind !== recorded.kind) return 'kind';
  for (const name in fields) if (!notCompared.has(name) && !isSame(fields[name], others[name])) return name;
  for (const name in others) if (!(name in fields) && name !== 'seq' && name !== 't' && !notCompared.has(name) && others[name] !== undefined) return name;
  return undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  const fields = one as Readonly<Record<string, unknown>>;
  const others = other as Readonly<Record<string, unknown>>;
  return Object.keys(fields).length === Object.keys(others).length && Object.keys(fields).every((name) => isSame(fields[name], others[name]));
}
