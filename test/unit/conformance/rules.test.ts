import { describe, expect, it } from 'vitest';
import { judge, readRules, rulesNamedIn, type TestOutcome } from '../../conformance/rules.ts';

const markdown = `
* **Z-01** One. [a:1]
| **Z-02** | two | three |
Nothing of **Z-03**, which stands inside a line.
* **Z-10** Ten: more.
`;

const test = (title: string, status: TestOutcome['status'] = 'passed'): TestOutcome => ({ title, status });

describe('the rules of the contract', () => {
  it('are list items and rows of tables', () => {
    expect(readRules(markdown)).toEqual([
      { id: 'Z-01', text: 'One. [a:1]' },
      { id: 'Z-02', text: 'two | three |' },
      { id: 'Z-10', text: 'Ten: more.' },
    ]);
  });

  it.each([
    ['Z-01: one', ['Z-01']],
    ['group Z-01, Z-02 and case 6: both', ['Z-01', 'Z-02']],
    ['Z-09…Z-11: a range', ['Z-09', 'Z-10', 'Z-11']],
    ['Z-09…11: a short one', ['Z-09', 'Z-10', 'Z-11']],
    ['Z-01 to Z-02', ['Z-01', 'Z-02']],
    ['UTF-16, Z-1 and Z-123 are none', []],
  ])('are named in a title: %j', (title, ids) => {
    expect(rulesNamedIn(title)).toEqual(ids);
  });

  const verdicts = (tests: TestOutcome[], exceptions = {}): string[] => judge(readRules(markdown), tests, exceptions).map(({ rule, is }) => `${rule.id} ${is}`);

  it('are held by a test that passed, and open without one', () => {
    expect(verdicts([test('Z-01, Z-02: both')])).toEqual(['Z-01 held', 'Z-02 held', 'Z-10 open']);
    expect(verdicts([test('Z-01: skipped', 'skipped')])).toEqual(['Z-01 open', 'Z-02 open', 'Z-10 open']);
  });

  it('are open when one of their tests failed, whatever the others say', () => {
    expect(verdicts([test('Z-01…Z-10: all'), test('Z-02: broken', 'failed')])).toEqual(['Z-01 held', 'Z-02 open', 'Z-10 held']);
  });

  it('are excepted, and not held, when they are excepted', () => {
    expect(verdicts([test('Z-01…Z-10: all')], { 'Z-10': 'for a reason' })).toEqual(['Z-01 held', 'Z-02 held', 'Z-10 excepted']);
  });
});
