import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TerminalLines } from '../../../extension/cluster/terminalLines.ts';
import { plainText } from '../../../extension/cluster/terminalText.ts';

/** What a person would see at the end. */
function shown(pieces: readonly (string | null)[]): string[] {
  const lines: string[] = [];
  const terminal = new TerminalLines((line, replaces) => {
    if (replaces) lines.pop();
    lines.push(line);
  });
  for (const piece of pieces) {
    if (piece === null) terminal.flush();
    else terminal.push(piece);
  }
  terminal.flush();
  return lines;
}

describe('what a program writes for a terminal, as lines', () => {
  it.each<[string, (string | null)[], string[]]>([
    ['lines, of either end', ['one\ntwo\r\nthr', 'ee\n\n'], ['one', 'two', 'three']],
    ['a question that stands without an end, and goes on', ['Code: ', null, 'ABC', null, '\nthanks\n'], ['Code: ABC', 'thanks']],
    ['a line that is written over', ['10 %\r50 %\r', null, '100 %\r', null, '\ndone\n'], ['100 %', 'done']],
    ['a carriage return at the end of a piece', ['spin \\\r', null, 'spin /\r', null, 'ready\n'], ['ready']],
    ['a colour cut in two', ['a\u001b[3', null, '1mb\u001b[0m\n'], ['ab']],
  ])('%s', (_what, pieces, lines) => {
    expect(shown(pieces)).toEqual(lines);
  });

  it('tells a line that stands once only', () => {
    const told: string[] = [];
    const terminal = new TerminalLines((line) => told.push(line));
    terminal.push('Code: ');
    expect(terminal.isWaiting).toBe(true);
    terminal.flush();
    expect(terminal.isWaiting).toBe(false);
    terminal.flush();
    terminal.push('\n');
    expect(told).toEqual(['Code:']);
  });

  it('keeps no more of a line than a bound, however it comes', () => {
    expect(shown(['x'.repeat(100_000)])[0]!.length).toBe(4096);
    expect(shown([...Array.from({ length: 1000 }, () => 'y'.repeat(100)), '\nz\n']).map(({ length }) => length)).toEqual([4096, 1]);
  });

  it('whatever the pieces, there is nothing in a line but text', () => {
    const morsel = fc.constantFrom('\u001b', '[', ']', '0;', 'm', '31', '\u0007', '\u009b', '\u009d', '\r', '\n', '\t', ' ', 'a', '漢', '\u202e', '\u200b', '\0', '\\');
    fc.assert(
      fc.property(fc.array(fc.oneof(morsel, fc.constant(null)), { maxLength: 60 }), (pieces) => {
        // oxlint-disable-next-line no-control-regex
        for (const line of shown(pieces)) expect(line).not.toMatch(/^$|[\u0000-\u001f\u007f-\u009f\u200b\u202e]/);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['\u001b[1;31mred\u001b[0m', 'red'],
  ['\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b[2K\u001b[1Gagain', 'again'],
  ['a\tb\u0000c', 'a bc'],
  ['exe\u202etxt', 'exetxt'],
  ['cut \u001b[3', 'cut'],
])('%j is %j', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
