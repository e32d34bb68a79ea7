import { isRecord } from '../../kube/object.ts';

/** A setting as the manifest has it. */
export interface DeclaredSetting {
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: { readonly enum?: readonly unknown[] };
}

/**
 * The settings that somebody has set otherwise than they are by default, by their names. Numbers, flags and choices are said; of paths and names, which tell of
 * a machine or a cluster, it is said that there are some. @param declared by name, from the manifest
 */
export function differingSettings(declared: Readonly<Record<string, DeclaredSetting>>, valueOf: (name: string) => unknown): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(declared).flatMap(([name, setting]) => {
    const value = valueOf(name);
    return JSON.stringify(value) === JSON.stringify(setting.default) ? [] : [{ name, value: said(value, setting) }];
  });
}

function said(value: unknown, { enum: choices, items }: DeclaredSetting): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === undefined || value === null) return String(value);
  if (typeof value === 'string') return choices?.includes(value) === true ? value : value === '' ? '(empty)' : '(a text, left out)';
  if (Array.isArray(value)) return items?.enum && value.every((each) => items.enum!.includes(each)) ? value.join(', ') : `(${value.length} texts, left out)`;
  if (isRecord(value) && Object.entries(value).every(([key, each]) => /^[A-Z][A-Za-z]{2,60}$/.test(key) && typeof each === 'boolean')) return JSON.stringify(value);
  return '(left out)';
}
