import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../tools/project.ts';
import { impurities } from './impurities.ts';
import { child, engine, samples } from './layers.ts';

describe('the engine reaches for no time, chance or I/O by itself', () => {
  it.each(engine)('%s', (folder) => {
    const base = path.join(root, 'extension', folder);
    const isElsewhere = new RegExp(`${child}|${samples}`); // in a process of its own, where it may
    const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !isElsewhere.test(`extension/${folder}/${file.split(path.sep).join('/')}`));
    expect(files.length).toBeGreaterThan(0);
    const found = files.flatMap((file) => impurities(readFileSync(path.join(base, file), 'utf8')).map(({ what, line }) => `${folder}/${file}:${line} ${what}`));
    expect(found).toEqual([]);
  });
});

describe('planted impurities are caught', () => {
  it.each([
    'export const t = Date.now();',
    'export const t = new Date();',
    'export const t = Date();',
    'export const r = Math.random();',
    'export const s = (f: () => void) => setTimeout(f, 1);',
    'setInterval(() => undefined, 1);',
    'export const later = setImmediate;',
    'export const p = performance.now();',
    'export const e = process.env;',
    'export const e = globalThis.setTimeout;',
    'export class C { x = { run: () => fetch("https://example.test") }; }',
    'export const s = AbortSignal.timeout(5);',
    'export const m = `${crypto.randomUUID()}`;',
  ])('%s', (source) => {
    expect(impurities(source)).toHaveLength(1);
  });

  it('with the line on which they stand', () => {
    expect(impurities('/** ü\n */\n// x\n\nexport const a = 1;\nexport const t =\n  Date.now();\n')).toEqual([{ what: 'Date.now', line: 7 }]);
  });
});

it.each([
  '// setTimeout and Date.now() in a comment\nexport const a = 1;',
  "export const a = 'Math.random()';",
  'export interface Clock { setTimeout(ms: number): void; now(): number }',
  'export const a = (clock: { fetch: number; performance: number }) => clock.fetch + clock.performance;',
  'export const a = { process: 1, fetch() { return 1; } };',
  'export const a = Date.parse("2026-01-01T00:00:00Z") + new Date(5).getTime();',
])('is silent on %s', (source) => {
  expect(impurities(source)).toEqual([]);
});
