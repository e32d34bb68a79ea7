import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatTime } from '../../../webview/format.ts';
import { createTexts, english } from '../../../webview/strings.ts';

describe('texts', () => {
  it('fill in what is named, and nothing else', () => {
    const { t } = createTexts('en');
    expect(t('pausedBefore', { point: 'queue.pop' })).toBe('Paused before queue.pop');
    expect(t('noMatch', { filter: '{filter} $&' })).toBe('No entry matches “{filter} $&”.');
  });

  it('count in the forms and the digits of their language', () => {
    const { n, count } = createTexts('en');
    expect([0, 1, 2].map((number) => n('keys', number))).toEqual(['0 keys', '1 key', '2 keys']);
    expect(n('objects', 20_000)).toBe('20,000 objects');
    expect(count(1_204_117)).toBe('1,204,117');
  });

  it('are translated as far as the table goes, and English beyond', () => {
    const { t, n } = createTexts('pl', { pause: 'Wstrzymaj', 'keys.one': '{count} klucz', 'keys.few': '{count} klucze', 'keys.many': '{count} kluczy', step: 7 });
    expect(t('pause')).toBe('Wstrzymaj');
    expect(t('step')).toBe('Step');
    expect([1, 3, 5].map((number) => n('keys', number))).toEqual(['1 klucz', '3 klucze', '5 kluczy']);
  });

  it('have one name each: of two tables the later would silently win', () => {
    const names = globSync('webview/**/*trings.ts').flatMap((file) => Array.from(readFileSync(file, 'utf8').matchAll(/^ {2}'?([\w.]+)'?: ['"`]/gm), ([, name]) => name!));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('that count come in pairs and name the count', () => {
    for (const key of Object.keys(english)) {
      const [, noun] = /^(\w+)\.(?:one|other)$/.exec(key) ?? [];
      if (noun === undefined) continue;
      expect(english).toHaveProperty([`${noun}.one`]);
      expect(english).toHaveProperty([`${noun}.other`], expect.stringContaining('{count}'));
    }
  });
});

describe('times', () => {
  it.each([
    [0, '0:00.000'],
    [6281.9, '0:06.281'],
    [61_004, '1:01.004'],
    [3_723_004, '1:02:03.004'],
  ])('%d ms into the session is %s', (t, text) => {
    expect(formatTime(t)).toBe(text);
  });

  it.each([
    [-5, '0.0 s'],
    [6300, '6.3 s'],
    [9949, '9.9 s'],
    [9951, '10 s'],
    [59_400, '59 s'],
    [59_600, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
  ])('%d ms lasted %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
