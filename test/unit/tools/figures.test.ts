import { expect, it } from 'vitest';
import { activationFigure, isExceeded, readAtActivation, sayFigure } from '../../tools/figures.ts';

const output = (inputs: readonly string[], imports: readonly (readonly [string, string])[] = []) => ({
  bytes: 1,
  inputs: Object.fromEntries(inputs.map((input) => [input, { bytesInOutput: 10 }])),
  imports: imports.map(([path, kind]) => ({ path, kind })),
});
const client = 'node_modules/@kubernetes/client-node/dist/config.js';

it('finds client-node in what activation reads, through any number of files', () => {
  const outputs = {
    'dist/extension.js': output(['extension/extension.ts'], [['dist/chunks/a.js', 'import-statement']]),
    'dist/chunks/a.js': output(['extension/a.ts'], [['dist/chunks/b.js', 'import-statement']]),
    'dist/chunks/b.js': output([client], [['dist/chunks/a.js', 'import-statement']]),
  };
  expect(readAtActivation({ outputs }, '@kubernetes/client-node/')).toEqual(['dist/chunks/b.js']);
});

it('lets it be behind a dynamic import', () => {
  const outputs = {
    'dist/extension.js': output(['extension/extension.ts'], [['dist/chunks/b.js', 'dynamic-import']]),
    'dist/chunks/b.js': output([client]),
  };
  expect(readAtActivation({ outputs }, '@kubernetes/client-node/')).toEqual([]);
});

it('does not look in vain for what is not in the build at all', () => {
  const outputs = { 'dist/extension.js': output(['extension/extension.ts']) };
  expect(() => readAtActivation({ outputs }, 'extension/moved/')).toThrow('The build has nothing of extension/moved/.');
});

it('does not take a build without an entry for a good one', () => {
  expect(() => readAtActivation({ outputs: {} }, '@kubernetes/client-node/')).toThrow(/no dist\/extension\.js/);
});

it('says a figure with its limit', () => {
  expect(sayFigure(activationFigure(41.234))).toBe('Activation: 41.2 ms (limit 100 ms)');
  expect(isExceeded(activationFigure(100))).toBe(false);
  expect(isExceeded(activationFigure(100.1))).toBe(true);
});
