import { isRecord } from '../../kube/object.ts';
import { type FieldSet, isLeaf } from '../schema/fieldSet.ts';
import { hasMembers, memberSchema } from '../schema/fieldsOf.ts';
import { elementPath, isMergedList, keysOf, type MergedList, orKeyless } from '../schema/listElements.ts';
import type { Schema } from '../schema/schema.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * `live` with all that `applied` says: objects are merged field by field, lists element by element where elements can be told
 * apart, everything else is replaced (structured-merge-diff `Merge`).
 */
export function mergeApplied(schema: Schema, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return live;
  if (hasMembers(schema) && isRecord(live) && isRecord(applied)) {
    const merged = new Map(Object.entries(live));
    for (const [name, value] of Object.entries(applied)) merged.set(name, mergeApplied(memberSchema(schema, name), merged.get(name), value));
    return Object.fromEntries(merged);
  }
  if (isMergedList(schema) && Array.isArray(live) && Array.isArray(applied)) return mergeElements(schema, live, applied);
  return applied;
}

function mergeElements(schema: MergedList, live: readonly unknown[], applied: readonly unknown[]): readonly unknown[] {
  const paths = (elements: readonly unknown[]): string[] => elements.map((element) => elementPath(schema, element));
  const merged = new Map(live.map((element) => [elementPath(schema, element), element]));
  for (const element of applied) {
    const path = elementPath(schema, element);
    merged.set(path, mergeApplied(schema.items, merged.get(path), element));
  }
  return inOrder(paths(live), paths(applied)).map((path) => merged.get(path));
}

/** Elements of the applied list come in its order; the others keep their place before those that followed them. */
function inOrder(live: readonly string[], applied: readonly string[]): string[] {
  const inApplied = new Set(applied);
  const waiting = [...applied];
  const order = new Set<string>();
  for (const path of live) {
    if (!inApplied.has(path)) order.add(path);
    else while (!order.has(path)) order.add(waiting.shift()!);
  }
  return [...new Set([...order, ...waiting])];
}

/** `value` without the fields of the set, and without what has nothing left in it; undefined when that is all of it. */
export function removeFields(schema: Schema, value: unknown, removed: FieldSet): unknown {
  if (isLeaf(removed)) return value;
  if (hasMembers(schema) && isRecord(value)) return removeMembers(value, removed, (name) => memberSchema(schema, name));
  if (isMergedList(schema) && Array.isArray(value)) {
    const left = value.flatMap((element) => {
      const inner = at(removed, elementPath(schema, element));
      if (!inner) return [element];
      return isLeaf(inner) ? [] : [removeFromElement(schema, element, inner)];
    });
    return left.length > 0 ? left : undefined;
  }
  return value;
}

function removeMembers(value: Json, removed: FieldSet, schemaOf: (name: string) => Schema): Json | undefined {
  const left = new Map(Object.entries(value));
  for (const [path, inner] of Object.entries(removed)) {
    const name = path.slice(2);
    const rest = isLeaf(inner) ? withoutLeaf(schemaOf(name), left.get(name)) : removeFields(schemaOf(name), left.get(name), inner);
    if (rest === undefined) left.delete(name);
    else left.set(name, rest);
  }
  return left.size > 0 ? Object.fromEntries(left) : undefined;
}

/** Whoever owned it as an object with nothing in it takes nothing along that has come into it since. */
function withoutLeaf(schema: Schema, value: unknown): unknown {
  return hasMembers(schema) && isRecord(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** An element that stays keeps what it is told apart by. */
function removeFromElement(schema: MergedList, element: unknown, removed: FieldSet): unknown {
  const keys = new Set(keysOf(schema).map((name) => `f:${name}`));
  const others = Object.fromEntries(Object.entries(removed).filter(([path]) => !keys.has(path)));
  return removeFields(schema.items, element, others) ?? element;
}

/** What is wrong with the first element that cannot be told apart from others: it stands twice, or lacks what tells it apart. Undefined when there is none. */
export function untypedElement(schema: Schema, value: unknown): string | undefined {
  return orKeyless(() => duplicateElement(schema, value), ({ message }) => message);
}

function duplicateElement(schema: Schema, value: unknown, path = ''): string | undefined {
  if (hasMembers(schema) && isRecord(value)) {
    return firstOf(Object.entries(value), ([name, member]) => duplicateElement(memberSchema(schema, name), member, `${path}.${name}`));
  }
  if (!isMergedList(schema) || !Array.isArray(value)) return undefined;
  const seen = new Set<string>();
  return firstOf(value, (element) => {
    const own = elementPath(schema, element);
    if (seen.has(own)) return `${path}: duplicate entries for key ${own.slice(2)}`;
    seen.add(own);
    return duplicateElement(schema.items, element, path);
  });
}

function firstOf<T>(all: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function at(set: FieldSet, path: string): FieldSet | undefined {
  return Object.hasOwn(set, path) ? set[path] : undefined;
}
