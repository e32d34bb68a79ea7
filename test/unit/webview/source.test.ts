import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import dark from '../../panel/themes/dark-modern.json' with { type: 'json' };
import hcDark from '../../panel/themes/hc-dark.json' with { type: 'json' };
import hcLight from '../../panel/themes/hc-light.json' with { type: 'json' };
import light from '../../panel/themes/light-modern.json' with { type: 'json' };

const files = globSync('webview/**/*.{ts,css}');
const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');

/** `file: match` of everything that `pattern` finds outside comments. */
function found(pattern: RegExp): string[] {
  return sources.flatMap(({ file, text }) => Array.from(withoutComments(text).matchAll(pattern), ([match]) => `${file}: ${match}`));
}

describe('the panel’s sources', () => {
  it('are looked at', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(withoutComments('a /* #fff */ b // rgb(0,0,0)\nc https://x')).toBe('a  b \nc https://x');
  });

  it('H1: every variable of the theme is one that VS Code has', () => {
    const known = new Set([dark, light, hcDark, hcLight].flatMap(({ variables }) => Object.keys(variables)));
    // Sent by VS Code only while the theme sets it.
    known.add('--vscode-inputValidation-infoForeground');
    expect(found(/--vscode-[\w-]+/g).filter((match) => !known.has(match.slice(match.indexOf('--vscode-'))))).toEqual([]);
  });

  it('X1: nothing sets a style attribute, or HTML from a text', () => {
    expect(found(/\bstyle=|styleMap|cssText|innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|document\.write|setAttribute\('style'/g)).toEqual([]);
  });

  it('one file knows VS Code’s API, one folder the toolkit’s elements', () => {
    const users = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(withoutComments(text))).map(({ file }) => file);
    expect(users(/acquireVsCodeApi/)).toEqual(['webview/vsCodeHost.ts']);
    expect(users(/<vscode-/).filter((file) => !file.startsWith('webview/components/'))).toEqual([]);
  });

  it('rows are as high in the style sheet as in the model', () => {
    const [, height] = /--row-height: (\d+)px/.exec(readFileSync('webview/styles/base.css', 'utf8'))!;
    const [, inModel] = /rowHeight = (\d+)/.exec(readFileSync('webview/store/model.ts', 'utf8'))!;
    expect(height).toBe(inModel);
  });

  it('every icon in use is in the font', () => {
    const font = readFileSync('node_modules/@vscode/codicons/dist/codicon.css', 'utf8');
    const declared = Array.from(readFileSync('webview/components/icon.ts', 'utf8').matchAll(/\| '([\w-]+)'/g), ([, name]) => name!);
    expect(declared.length).toBeGreaterThan(5);
    expect(declared.filter((name) => !font.includes(`.codicon-${name}:before`))).toEqual([]);
  });
});
