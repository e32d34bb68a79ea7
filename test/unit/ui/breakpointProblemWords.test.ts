import { afterEach, expect, it, vi } from 'vitest';
import type { BreakpointProblem } from '../../../extension/debugger/breakpointProblem.ts';
import { breakpointProblemWords } from '../../../extension/ui/breakpointProblemWords.ts';
import { chinese, language } from '../../support/fakeVscode.ts';

vi.mock('vscode', async () => (await import('../../support/fakeVscode.ts')).fakeVscode);

afterEach(() => {
  language.bundle = {};
});

it.each<[BreakpointProblem, string, string]>([
  [
    { kind: 'condition', text: '(object', why: { kind: 'syntax', at: '1:8', found: 'end of input' } },
    'The condition `(object` cannot be used: it ends too early, at 1:8. Edit it.',
    '无法使用此条件 `(object`：它在 1:8 处过早结束。请编辑它。',
  ],
  [
    { kind: 'conditionFailed', text: 'object.x == 1', why: { kind: 'noField', name: 'x' } },
    'The condition `object.x == 1` was switched off: there is no field `x`. Where a field may be missing, ask for it with has(…), and switch it on again.',
    '已关闭条件 `object.x == 1`：没有字段 `x`。字段可能不存在时，请先用 has(…) 判断，然后重新启用。',
  ],
  [
    { kind: 'conditionFailed', text: 'object.kind', why: { kind: 'notYesOrNo', result: 'Pod' } },
    'The condition `object.kind` was switched off: it gives Pod, which is neither true nor false. Compare it with something, and switch it on again.',
    '已关闭条件 `object.kind`：其结果是 Pod，既不是 true 也不是 false。请拿它与某个值比较，然后重新启用。',
  ],
  [
    { kind: 'conditionFailed', text: '1 / 0 == 1', why: { kind: 'said', text: 'divide by zero' } },
    'The condition `1 / 0 == 1` was switched off: divide by zero. Edit it, and switch it on again.',
    '已关闭条件 `1 / 0 == 1`：divide by zero。请编辑它，然后重新启用。',
  ],
  [
    { kind: 'logMessageFailed', text: '{key}', why: { kind: 'ms', most: 25 } },
    'The message `{key}` was switched off: it takes longer than 25 ms. Let it look at less, and switch it on again.',
    '已关闭消息 `{key}`：它用时超过 25 ms。请让它查看得更少，然后重新启用。',
  ],
  [
    { kind: 'language', why: 'no such file.' },
    'What expressions are written in could not be loaded: no such file. Switch the breakpoint off and on to try again.',
    '无法加载表达式所用的语言：no such file。要重试，请先禁用再启用断点。',
  ],
])('says of %j what is wrong and what to do, in the language of the window', (problem, english, translated) => {
  expect(breakpointProblemWords(problem)).toBe(english);
  language.bundle = chinese;
  expect(breakpointProblemWords(problem)).toBe(translated);
});

it('is one line, however long and of how many lines the condition is', () => {
  const words = breakpointProblemWords({ kind: 'condition', text: `a &&\n${'x'.repeat(500)}`, why: { kind: 'openBrace' } });
  expect(words).not.toContain('\n');
  expect(words).toMatch(/x…` cannot be used: .*\. Edit it\.$/);
  expect(words.length).toBeLessThan(300);
});
