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

  it('is short enough to be read', () => {
    expect(source.split('\n').length).toBeLessThan(180);
    expect(Math.max(...source.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(160);
  });

  it.runIf(sample.safeAnywhere)('writes nothing', () => {
    expect(source).not.toMatch(/\bclient\b|setup/);
  });
});
