import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../tools/project.ts';

/** The table of the user interface in CONTRIBUTING: a row for each line of the checklist, and nothing named that is not there. */
const lines = { G: 5, V: 7, T: 9, W: 4, P: 7, Q: 2, S: 3, N: 5, C: 4, K: 4, X: 7, H: 5, R: 6, A: 6, L: 3 };

const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const section = /## The user interface checklist\n([^]*?)\n## /.exec(text)?.[1] ?? '';
const rows = [...section.matchAll(/^\| ([A-Z]\d+) \| ([^|]+) \| (yes|no) \| (.+) \|$/gm)].map(([, id, what, answer, shown]) => ({ id: id!, what: what!, answer: answer!, shown: shown! }));

it('has a row for each line, once, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(Object.entries(lines).flatMap(([letter, count]) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)));
});

it('names for each yes a test or a file that is there', () => {
  const named = rows.map(({ id, answer, shown }) => ({ id, answer, files: [...shown.matchAll(/`([^`]+\.[a-z]+)`/g)].map(([, file]) => file!) }));
  expect(named.filter(({ answer, files }) => answer === 'yes' && files.length === 0).map(({ id }) => id)).toEqual([]);
  const pathOf = (file: string): string => path.join(root, file.endsWith('.spec.ts') ? `test/workbench/specs/${file}` : file);
  expect(named.flatMap(({ id, files }) => files.filter((file) => !existsSync(pathOf(file))).map((file) => `${id}: ${file}`))).toEqual([]);
});

/** What no test can tell, with the reason: then a file shows it, to whoever looks. */
const shownByFile: Readonly<Record<string, string>> = {
  V2: 'whether an icon is like another, and can be told at its size, is seen',
  V3: 'what a tree cannot show is a judgement',
  W3: 'whether a text is short and names where it leads is read',
  Q2: 'a list is busy for moments that differ from machine to machine',
};

it('names for each yes a test, or stands with its reason among the few that a file shows', () => {
  const isTest = (file: string): boolean => /\.(test|spec)\.ts$/.test(file);
  const byFile = rows.filter(({ answer, shown }) => answer === 'yes' && ![...shown.matchAll(/`([^`]+)`/g)].some(([, file]) => isTest(file!)));
  expect(byFile.map(({ id }) => id)).toEqual(Object.keys(shownByFile));
});

it('names for a line no test of many subjects that does not name the line', () => {
  const shared = ['test/manifest/manifest.test.ts', 'test/unit/ui/statusBar.test.ts', 'test/manifest/progress.test.ts', 'test/unit/ui/silencedNotices.test.ts', 'test/unit/ui/mayEndPlayground.test.ts'];
  const wrong = rows.flatMap(({ id, shown }) => shared.filter((file) => shown.includes(`\`${file}\``) && !new RegExp(`\\b${id}\\b`).test(readFileSync(path.join(root, file), 'utf8'))).map((file) => `${id}: ${file}`));
  expect(wrong).toEqual([]);
});

it('says of each no what is missing', () => {
  expect(rows.filter(({ answer, shown }) => answer === 'no' && shown.length < 30)).toEqual([]);
});
