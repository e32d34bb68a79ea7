import { describe, expect, it } from 'vitest';
import { longestFilter, parseTreeFilter, sampleFilter } from '../../../../extension/inspector/treeFilter/parseTreeFilter.ts';
import { TreeFilterError } from '../../../../extension/inspector/treeFilter/treeFilterError.ts';

function faultOf(text: string): unknown {
  try {
    return parseTreeFilter(text);
  } catch (error) {
    return TreeFilterError.is(error) ? error.data : error;
  }
}

describe('parseTreeFilter', () => {
  it('takes words, a selector and an expression, each of which may be missing', () => {
    expect(parseTreeFilter(sampleFilter)).toEqual({
      words: ['web-*'],
      labels: [
        { key: 'app', operator: 'in', values: ['web'] },
        { key: 'tier', operator: 'in', values: ['a', 'b'] },
      ],
      expression: 'object.status.phase == "Running"',
    });
    expect(parseTreeFilter('  shop  web ')).toEqual({ words: ['shop', 'web'], labels: [], expression: undefined });
    expect(parseTreeFilter('label:!app')).toEqual({ words: [], labels: [{ key: 'app', operator: 'absent', values: [] }], expression: undefined });
    expect(parseTreeFilter('cel:true')).toEqual({ words: [], labels: [], expression: 'true' });
    expect(parseTreeFilter('')).toEqual({ words: [], labels: [], expression: undefined });
  });

  it('lets an expression have whatever a filter has', () => {
    expect(parseTreeFilter('cel: object.x == " labels: cel: "').expression).toBe('object.x == " labels: cel: "');
    expect(parseTreeFilter('labels: a in (b, c) cel: true')).toMatchObject({ labels: [{ values: ['b', 'c'] }], expression: 'true' });
  });

  it('takes a mark only where a word begins: names have colons in them', () => {
    expect(parseTreeFilter('system:node mylabels:x parcel:y')).toEqual({ words: ['system:node', 'mylabels:x', 'parcel:y'], labels: [], expression: undefined });
  });

  it.each([
    ['labels:', { kind: 'noSelector' }],
    ['web labels: cel: true', { kind: 'noSelector' }],
    ['labels: app==', { words: [], labels: [{ key: 'app', operator: 'in', values: [''] }], expression: undefined }],
    ['labels: app in web', { kind: 'notASelector', why: { kind: 'labelRequirement', text: 'app in web' } }],
    ['labels: -app=x', { kind: 'notASelector', why: { kind: 'labelKey', text: '-app' } }],
    ['cel:', { kind: 'noExpression' }],
    ['web cel:   ', { kind: 'noExpression' }],
    ['w'.repeat(longestFilter + 1), { kind: 'tooLong' }],
  ])('says what is wrong with %j', (text, fault) => {
    expect(faultOf(text)).toEqual(fault);
  });
});
