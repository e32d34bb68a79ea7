import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { checkReconciler } from '../../../extension/controller/checkReconciler.ts';
import { samples } from '../../../extension/controller/samples.ts';

const folder = path.resolve(import.meta.dirname, '../../../extension/controller/samples');
const files = samples.flatMap((sample) => sample.files.map((file) => ({ file, sample })));

async function load(file: string): Promise<Reconciler> {
  return ((await import(path.join(folder, `${file}.ts`))) as { default: Reconciler }).default;
}

describe('the table of samples', () => {
  it('has every file once, and each name and title once', () => {
    const written = readdirSync(folder).map((file) => path.basename(file, '.ts')).filter((file) => file !== 'json');
    expect(files.map(({ file }) => file).toSorted()).toEqual(written.toSorted());
    for (const field of ['name', 'title', 'description'] as const) expect(new Set(samples.map((sample) => sample[field])).size).toBe(samples.length);
    expect(samples).toHaveLength(9);
  });

  it('names reconcilers that may run on one cluster at the same time', async () => {
    const names = await Promise.all(files.map(async ({ file }) => (await load(file)).name));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.each(files)('$file', ({ file, sample }) => {
  const source = readFileSync(path.join(folder, `${file}.ts`), 'utf8');

  it('is a reconciler that can be run', async () => {
    const reconciler = await load(file);
    expect(() => checkReconciler(reconciler)).not.toThrow();
  });

  it('begins with what it shows, which chapter tells of it, and what to watch for', () => {
    const head = /^\/\*\*[^]*?\*\//.exec(source)?.[0] ?? '';
    expect(head).toContain('Watch in the panel');
    expect(head).toMatch(/chapters? \d/);
  });

  it('lays out the loop around it, with what each step is in its own terms', () => {
    const head = /^\/\*\*[^]*?\*\//.exec(source)?.[0] ?? '';
    const steps = [...head.matchAll(/^ \* {5}(1 {3}Get|2 {3}reconcile|3a {2}Forget|3b {2}AddRateLimited| {4}Done) {2,}\S.+$/gm)].map(([, step]) => step!.trim().replace(/ +/, ' '));
    expect(steps).toEqual(['1 Get', '2 reconcile', '3a Forget', '3b AddRateLimited', 'Done']);
    expect(head).toContain('processNextWorkItem');
  });

  it('is short enough to be read', () => {
    expect(source.split('\n').length).toBeLessThan(200);
    expect(Math.max(...source.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(160);
  });

  it('writes nothing where it is said to be safe anywhere, and something where it is not', () => {
    expect(/\bclient\b|setup/.test(source)).toBe(!sample.safeAnywhere);
  });
});
