import { isRecord } from './object.ts';

/**
 * Where two JSON values differ: `spec.replicas`, `metadata.labels["app/name"]`, `spec.containers[0].image`. Empty when
 * they are equal; a field that is undefined is a field that is not there. At most `limit` paths.
 */
export function changedPaths(before: unknown, after: unknown, limit = 20): string[] {
  const paths: string[] = [];
  compare(before, after, '', paths, limit);
  return paths;
}

function compare(before: unknown, after: unknown, path: string, paths: string[], limit: number): void {
  if (paths.length >= limit || Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let index = 0; index < length; index++) compare(before[index], after[index], `${path}[${index}]`, paths, limit);
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(own(before, name), own(after, name), path + step(name, path === ''), paths, limit);
    }
  } else {
    paths.push(path);
  }
}

/** A field named `__proto__` is a field like any other. */
function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function step(name: string, first: boolean): string {
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return `[${JSON.stringify(name)}]`;
  return first ? name : `.${name}`;
}
