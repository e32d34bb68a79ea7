import { describe, expect, it } from 'vitest';
import { bareTexts } from '../../support/bareTexts.ts';
import { hostTexts } from '../../support/hostTexts.ts';

const keysOf = (source: string): string[] => hostTexts(source).texts.map(({ key }) => key);
const bareIn = (source: string): string[] => bareTexts(source).map(({ text }) => text);

describe('the reader of texts', () => {
  it('reads literals of each kind, wherever they stand', () => {
    expect(keysOf(`const a = b ? vscode.l10n.t('it\\'s {0}', c) : vscode.l10n.t("two\\nlines"); f({ x: [vscode.l10n.t(\`plain\`)] });`)).toEqual(["it's {0}", 'two\nlines', 'plain']);
  });

  it('reads keys as VS Code makes them of remarks for translators', () => {
    expect(keysOf(`vscode.l10n.t({ message: 'Open', comment: ['a verb', ', not a state'] }); vscode.l10n.t({ message: 'Open', comment: 'a verb' }); vscode.l10n.t({ message: 'Open' })`)).toEqual([
      'Open/a verb, not a state',
      'Open/a verb',
      'Open',
    ]);
  });

  it('counts what is filled in, where that is seen', () => {
    const counts = hostTexts(`vscode.l10n.t('{0} of {1}', a, f(b)); vscode.l10n.t('x', ...all); vscode.l10n.t('{a}', { a }); vscode.l10n.t('x')`).texts.map(({ values }) => values);
    expect(counts).toEqual([2, undefined, undefined, 0]);
  });

  it('says where, also behind comments and letters of many bytes', () => {
    hostTexts('export const before = 1;');
    const source = `/** ä€ */\n// b\nexport const a = '€';\nexport const b = vscode.l10n.t('x');\nexport const c = vscode.l10n.t(a);`;
    expect(hostTexts(source)).toMatchObject({ texts: [{ line: 4 }], unreadable: [{ line: 5 }] });
    expect(bareTexts(`// ä\nf({ a: 1,\n label: 'x' })`)).toEqual([{ text: 'x', line: 3 }]);
  });

  it.each([
    'vscode.l10n.t(text)',
    "vscode.l10n.t('a' + 'b')",
    "vscode.l10n.t(a ? 'b' : 'c')",
    'vscode.l10n.t(`a ${b}`)',
    'vscode.l10n.t(...texts)',
    "vscode.l10n.t({ message: text, comment: 'a' })",
    "vscode.l10n.t({ message: 'a', comment: remark })",
    'const { t } = vscode.l10n',
    "const { l10n } = vscode; l10n.t('a')",
    "import { l10n } from 'vscode'",
    'const say = vscode.l10n.t',
  ])('does not pass over %s', (source) => {
    expect(hostTexts(source).unreadable.length).toBeGreaterThan(0);
    expect(keysOf(source)).toEqual([]);
  });
});

describe('bare texts are found', () => {
  it.each([
    "f({ label: 'a word' })",
    "f({ ...rest, 'description': 'a word' })",
    "item.tooltip = 'a word'",
    "f({ placeholder: a ? 'a word' : vscode.l10n.t('b') })",
    "f({ title: b ?? ('a word') })",
    "vscode.window.showInformationMessage('a word')",
    "new vscode.MarkdownString('a word')",
    "text.appendMarkdown('a word')",
    "new vscode.TreeItem('a word', None)",
  ])('%s', (source) => expect(bareIn(source)).toEqual(['a word']));

  it('of a template, and of what is put together', () => {
    expect(bareIn('f({ detail: `a ${b} c` })')).toEqual(['a ', ' c']);
    expect(bareIn("f({ detail: 'a ' + b })")).toEqual(['a ']);
  });

  it.each(["f({ label: vscode.l10n.t('a') })", "f({ label: '$(debug-pause)' })", "f({ label: `${a} · ${b}`, kind: 'x' })", "log.info('a')", "f({ label: kind === 'a' ? b : c })"])('and not in %s', (source) => {
    expect(bareIn(source)).toEqual([]);
  });
});
