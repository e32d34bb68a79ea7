import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../tools/project.ts';

/** A colour that is not the theme's: `#abc` and its longer forms, and the colour functions. Not `#id` in a selector or a link, and not a private member. */
const literal = /(?<![\w&/.-])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-]|\s*[=(:?!<{])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;

/** Colour names where a style takes a colour. */
const named = /(?:color|background|border(?:-\w+)?|outline|fill|stroke|box-shadow)\s*:[^;{}]*(?<![\w-])(?:white|black|red|green|blue|gr[ae]y|yellow|orange|purple|silver|gold|pink|cyan|magenta|teal|navy|maroon|olive|lime|aqua|fuchsia|brown)(?![\w-])/gi;

function colours(source: string): string[] {
  const code = source.replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, '');
  return [...code.matchAll(literal), ...code.matchAll(named)].map(([text]) => text.trim());
}

it('H1: every colour in the webview is the theme’s', () => {
  const folder = path.join(root, 'webview');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|css|html|svg)$/.test(file));
  expect(files.length).toBeGreaterThan(5);
  const found = files.flatMap((file) => colours(readFileSync(path.join(folder, file), 'utf8')).map((colour) => `${file}: ${colour}`));
  expect(found).toEqual([]);
});

it.each(['color: #fff;', 'background: #1e1e1eAA', 'border: 1px solid rgb(1 2 3)', 'fill: hsl(0 0% 0%)', 'color: red;', 'outline: 1px solid Gray'])(
  'H1: %s is caught',
  (source) => expect(colours(source)).toHaveLength(1),
);

it.each(['color: var(--vscode-foreground);', 'this.#abc = 1; this.#fade()', 'class A { #add(a: string) {} readonly #fee = 1; #dad?: A }', '// color: red', 'a[href="#top"] {}', 'color: inherit; background: transparent', "html`<a href='https://x.test/#fff-1'>`", '/* #fff */'])(
  'H1: %s is let through',
  (source) => expect(colours(source)).toEqual([]),
);
