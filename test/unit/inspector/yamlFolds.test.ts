import { describe, expect, it } from 'vitest';
import { objectYaml } from '../../../extension/inspector/objectYaml.ts';
import { foldedAtFirst, yamlFolds } from '../../../extension/inspector/yamlFolds.ts';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', annotations: { note: 'status:\n  managedFields:\n    - not one\n' }, managedFields: [{ manager: 'kubectl', operation: 'Apply' }] },
  spec: { containers: [{ name: 'web', env: [] }], status: { deep: 1 } },
  status: { phase: 'Running', conditions: [{ type: 'Ready' }] },
};

describe('the folds of a YAML text', () => {
  it('are each line with those that are further in, items of lists too, and no blank line ends one', () => {
    const lines = ['# head', 'a:', '  b:', '    - x: 1', '      y: 2', '    - x: 3', '', '  c: 4', 'd: 5', ''];
    expect(yamlFolds(lines.join('\n'))).toEqual([
      { start: 1, end: 7 },
      { start: 2, end: 5 },
      { start: 3, end: 4 },
    ]);
    expect(yamlFolds('')).toEqual([]);
    expect(yamlFolds(['a:', '- x: 1', '  y: 2', '- x: 3', 'b: |', '  text', ''].join('\n'))).toEqual([
      { start: 0, end: 3 },
      { start: 1, end: 2 },
      { start: 4, end: 5 },
    ]);
  });

  it('are at first managedFields and status of the object itself, and nothing that is called alike', () => {
    const text = objectYaml(['head'], pod);
    const lines = text.split('\n');
    expect(foldedAtFirst(text).map((line) => lines[line])).toEqual(['  managedFields:', 'status:']);
    const folds = yamlFolds(text);
    for (const line of foldedAtFirst(text)) expect(folds.some(({ start }) => start === line)).toBe(true);
  });

  it('are none of what has nothing in it', () => {
    expect(foldedAtFirst(objectYaml([], { ...pod, metadata: { name: 'a', managedFields: [] }, status: {} }))).toEqual([]);
  });
});
