import { expect, it } from 'vitest';
import { differingSettings } from '../../../../extension/inspector/report/differingSettings.ts';
import { reportText } from '../../../../extension/inspector/report/reportText.ts';

it('settings: numbers, flags and choices are said, paths and names are not', () => {
  const declared = {
    same: { default: 7 },
    number: { default: 7 },
    flag: { default: false },
    choice: { default: 'a', enum: ['a', 'b'] },
    path: { default: '' },
    emptied: { default: 'x' },
    points: { default: [], items: { enum: ['queue.pop', 'watch.event'] } },
    contexts: { default: ['*prod*'] },
    gates: { default: {} },
    odd: { default: {} },
  };
  const values: Readonly<Record<string, unknown>> = {
    same: 7, number: 8, flag: true, choice: 'b', path: '/home/alice/x', emptied: '', points: ['queue.pop'], contexts: ['corp-live', 'corp-prod'], gates: { WatchListClient: true }, odd: { 'corp.example': 'x' },
  };
  expect(differingSettings(declared, (name) => values[name])).toEqual([
    { name: 'number', value: '8' },
    { name: 'flag', value: 'true' },
    { name: 'choice', value: 'b' },
    { name: 'path', value: '(a text, left out)' },
    { name: 'emptied', value: '(empty)' },
    { name: 'points', value: 'queue.pop' },
    { name: 'contexts', value: '(2 texts, left out)' },
    { name: 'gates', value: '{"WatchListClient":true}' },
    { name: 'odd', value: '(left out)' },
  ]);
});

it('has only the parts that were chosen', () => {
  const text = reportText({ versions: [{ name: 'VS Code', value: '1.107.0' }] });
  expect(text).toContain('- VS Code: 1.107.0');
  expect(text).not.toMatch(/Settings|log|Recording/);
});

it('says so where nothing differs, and where older lines are missing', () => {
  const text = reportText({ versions: [], settings: [], log: '', recording: { file: 'r.ndjson', lines: 12, leftOut: 3 } });
  expect(text).toContain('### Settings that differ from their defaults\n\nNone.');
  expect(text).toContain('### End of the log\n\nIt is empty.');
  expect(text).toContain('Attached as `r.ndjson`: 12 lines, the newest; 3 older ones are left out.');
});

it('a log cannot end the block that it stands in', () => {
  const text = reportText({ versions: [], log: 'a\n````\n# not a title' });
  expect(text).toContain('`````text\na\n````\n# not a title\n`````');
});
