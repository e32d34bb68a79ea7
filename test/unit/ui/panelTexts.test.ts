import { describe, expect, it } from 'vitest';
import { articleRows } from '../../../extension/informer/articleRows.ts';
import { panelTexts } from '../../../extension/ui/panelTexts/panelTexts.ts';
import { zhCn } from '../../../extension/ui/panelTexts/zhCn.ts';
import { articlePlaces } from '../../../webview/article/articlePlaces.ts';
import { articleTable } from '../../../webview/article/articleTable.ts';
import { cacheStrings } from '../../../webview/pages/cache/cacheStrings.ts';
import { chainStrings } from '../../../webview/pages/chain/chainStrings.ts';
import { itemStrings } from '../../../webview/pages/item/itemStrings.ts';
import { recordingStrings } from '../../../webview/pages/recording/recordingStrings.ts';
import { scenarioStrings } from '../../../webview/pages/scenario/scenarioStrings.ts';
import { insideStrings } from '../../../webview/pages/server/insideStrings.ts';
import { serverStrings } from '../../../webview/pages/server/serverStrings.ts';
import { timelineStrings } from '../../../webview/pages/timeline/timelineStrings.ts';
import { createTexts, english as atFirst } from '../../../webview/strings.ts';

const english = { ...atFirst, ...cacheStrings, ...chainStrings, ...insideStrings, ...itemStrings, ...recordingStrings, ...scenarioStrings, ...serverStrings, ...timelineStrings };

/** In Chinese everything is counted in one form. */
const needed = Object.keys(english).filter((key) => !key.endsWith('.one'));

const namesIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!))].toSorted();

describe('the panel in Simplified Chinese', () => {
  it('has each text', () => {
    expect(needed.filter((key) => !(key in zhCn))).toEqual([]);
  });

  it('has no text that nobody shows', () => {
    expect(Object.keys(zhCn).filter((key) => !(key in english))).toEqual([]);
  });

  it('fills in the same as the English', () => {
    const differing = Object.entries(zhCn).filter(([key, text]) => namesIn(text).join() !== namesIn(english[key as keyof typeof english]).join());
    expect(differing).toEqual([]);
  });

  it('is given where VS Code is in that language, and English otherwise', () => {
    expect(['zh-cn', 'zh-CN', 'zh-Hans', 'zh-tw', 'en', 'de'].map((language) => panelTexts(language).language)).toEqual(['zh-CN', 'zh-CN', 'zh-CN', 'en', 'en', 'en']);
    const texts = createTexts('zh-CN', panelTexts('zh-cn').strings);
    expect([texts.t('pause'), texts.n('keys', 1), texts.n('keys', 2)]).toEqual(['暂停', '1 个 key', '2 个 key']);
  });
});

describe('what the article tells otherwise', () => {
  it('is told of every row of the contract, in both languages', () => {
    expect(Object.keys(articleRows).map(Number)).toEqual(Array.from({ length: 28 }, (_, index) => index + 1));
    for (const { article, source, rules } of Object.values(articleRows)) {
      for (const text of [article.en, source.en, article.zh, source.zh]) expect(text.length).toBeGreaterThan(5);
      // A row about what something is called has the same name in both.
      if (article.en !== article.zh) expect(article.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(source.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(rules.length).toBeGreaterThan(0);
    }
  });

  it('is shown in one place each', () => {
    const shown = Object.values(articlePlaces).flat();
    expect(shown.toSorted((a, b) => a - b)).toEqual(Object.keys(articleRows).map(Number));
  });

  it('is read from the page as far as it has the right shape', () => {
    const table = articleTable({ ...articleRows, 29: { article: { en: 'x' } }, 30: 'x', 31: null });
    expect(table.size).toBe(28);
    expect(table.get(21)).toMatchObject({ row: 21, rules: ['W-30', 'W-35', 'W-36'] });
    expect(articleTable('x').size).toBe(0);
  });
});
