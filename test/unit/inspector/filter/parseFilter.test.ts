import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../../../extension/inspector/filter/parseFilter.ts';

const terms = (text: string) => parseFilter(text).terms;
const faults = (text: string) => parseFilter(text).faults.map(({ code, at, length, what, suggestion }) => ({ code, part: text.slice(at, at + length), what, suggestion }));

describe('parseFilter', () => {
  it('reads fields, words, and what is turned round', () => {
    expect(terms('stage:queue -key:web/* Dirty -"in the end"')).toEqual([
      { type: 'text', not: false, field: 'stage', patterns: ['queue'] },
      { type: 'text', not: true, field: 'key', patterns: ['web/*'] },
      { type: 'word', not: false, text: 'dirty' },
      { type: 'word', not: true, text: 'in the end' },
    ]);
  });

  it('takes several values with commas, and quotes around what has spaces, commas or quotes', () => {
    expect(terms('delta:Added,Deleted changed:"metadata.labels[\\"a, b\\"]",spec')).toEqual([
      { type: 'text', not: false, field: 'delta', patterns: ['Added', 'Deleted'] },
      { type: 'text', not: false, field: 'changed', patterns: ['metadata.labels["a, b"]', 'spec'] },
    ]);
  });

  it('reads numbers and ranges', () => {
    const ranges = (text: string) => terms(text).map((term) => (term.type === 'range' ? term.ranges : term));
    expect(ranges('code:409')).toEqual([[{ from: 409, to: 409 }]]);
    expect(ranges('seq:100..200,300..')).toEqual([[{ from: 100, to: 200 }, { from: 300, to: Infinity }]]);
    expect(ranges('code:>=400 code:<500 code:..99')).toEqual([[{ from: 400, to: Infinity }], [{ from: 0, to: 499 }], [{ from: 0, to: 99 }]]);
    expect(terms('cause:123 -cause:#7')).toEqual([{ type: 'cause', not: false, seq: 123 }, { type: 'cause', not: true, seq: 7 }]);
  });

  it('knows stages by the names that they are shown with', () => {
    expect(terms('stage:Indexer,Workers')).toEqual([{ type: 'text', not: false, field: 'stage', patterns: ['store', 'reconcile'] }]);
  });

  it('says of an unknown field that it is none, and looks for it as text', () => {
    expect(faults('nginx:1.26 keey:web')).toEqual([
      { code: 'unknownField', part: 'nginx:1.26', what: 'nginx', suggestion: '' },
      { code: 'unknownField', part: 'keey:web', what: 'keey', suggestion: 'key' },
    ]);
    expect(terms('nginx:1.26')).toEqual([{ type: 'word', not: false, text: 'nginx:1.26' }]);
  });

  it.each([
    ['key:', { code: 'emptyValue', part: 'key:', what: 'key', suggestion: '' }],
    ['delta:Updatd', { code: 'unknownValue', part: 'delta:Updatd', what: 'Updatd', suggestion: 'Updated' }],
    ['code:4xx', { code: 'notARange', part: 'code:4xx', what: '4xx', suggestion: '' }],
    ['seq:9..3', { code: 'notARange', part: 'seq:9..3', what: '9..3', suggestion: '' }],
    ['-cause:web', { code: 'notANumber', part: '-cause:web', what: 'web', suggestion: '' }],
  ])('leaves out what it cannot read, and says so: %s', (text, fault) => {
    expect(faults(`pop ${text}`)).toEqual([fault]);
    expect(terms(`pop ${text}`)).toEqual([{ type: 'word', not: false, text: 'pop' }]);
  });

  it('says that a quote is not closed', () => {
    expect(faults('key:"web/a pop')).toEqual([{ code: 'unclosedQuote', part: 'key:"web/a pop', what: 'web/a pop', suggestion: '' }]);
  });

  it('takes anything that looks like a value with a star, and a lone dash as a word', () => {
    expect(faults('stage:work* -')).toEqual([]);
    expect(terms('-')).toEqual([{ type: 'word', not: false, text: '-' }]);
  });
});
