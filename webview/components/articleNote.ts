import { html, nothing, type TemplateResult } from 'lit';
import type { NoteView } from '../../extension/protocol/messages.ts';
import { articlePlaces, type ArticlePlace, articleStages } from '../article/articlePlaces.ts';
import type { ArticleText } from '../article/articleTable.ts';
import { type BothLanguages, languageOf } from '../bothLanguages.ts';
import type { StringKey, Texts } from '../strings.ts';
import type { StageId } from '../views/stages.ts';
import { icon } from './icon.ts';

type Language = keyof BothLanguages;

const tags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

/** What the article says of an entry, and what client-go does, in the language of the panel; one click shows the other one. */
export function articleNote(note: NoteView, texts: Texts): TemplateResult {
  const { row, article, source, rules } = note;
  // Of a row that did not come with the page there is what the host has said.
  const text = texts.article.get(row) ?? { row, article: { en: article, zh: article }, source: { en: source, zh: source }, rules };
  return html`<aside class="article-note" aria-label=${texts.t('articleNote')}>${noteBody(text, note.follows === 'article' ? 'articleInstead' : 'articleSource', texts)}</aside>`;
}

/** All that the article tells otherwise of what a page shows; folded up until somebody asks. */
export function articleNotes(place: ArticlePlace, texts: Texts): TemplateResult | typeof nothing {
  return foldedNotes(textsOf(articlePlaces[place], texts), place === 'server', texts);
}

/** Some of what the article tells otherwise of the API server, beside what shows it. */
export function serverNotes(rows: readonly (typeof articleStages)['apiserver'][number][], texts: Texts): TemplateResult | typeof nothing {
  return foldedNotes(textsOf(rows, texts), true, texts);
}

function foldedNotes(rows: readonly ArticleText[], ofServer: boolean, texts: Texts): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<details class="article-notes">
    <summary>${icon('book')} ${texts.n('articleNotes', rows.length)}</summary>
    ${notesList(rows, ofServer, texts)}
  </details>`;
}

/** What the article tells otherwise of a stage; empty: nothing, or the notes did not come with the page. */
export function articleOf(stage: StageId, texts: Texts): readonly ArticleText[] {
  return textsOf(articleStages[stage], texts);
}

/** The notes of a stage, one after another. */
export function stageNotes(stage: StageId, texts: Texts): TemplateResult {
  return notesList(articleOf(stage, texts), stage === 'apiserver', texts);
}

function textsOf(rows: readonly number[], { article }: Texts): readonly ArticleText[] {
  return rows.flatMap((row) => article.get(row) ?? []);
}

function notesList(rows: readonly ArticleText[], ofServer: boolean, texts: Texts): TemplateResult {
  return html`<ul>
    ${rows.map((row) => html`<li class="article-note">${noteBody(row, ofServer ? 'articleServer' : 'articleSource', texts)}</li>`)}
  </ul>`;
}

function noteBody(text: ArticleText, sourceLabel: StringKey, texts: Texts): TemplateResult {
  const own = languageOf(texts);
  const other: Language = own === 'zh' ? 'en' : 'zh';
  return html`${bothSides(text, own, sourceLabel, texts)}
    <details class="article-other">
      <summary lang=${tags[other]}>${other === 'zh' ? '中文' : 'English'}</summary>
      ${bothSides(text, other, sourceLabel, texts)}
    </details>`;
}

function bothSides({ article, source, rules }: ArticleText, language: Language, sourceLabel: StringKey, { t }: Texts): TemplateResult {
  return html`<dl class="article-sides">
    <dt>${t('articleSays')}</dt>
    <dd lang=${tags[language]}>${article[language]}</dd>
    <dt>${t(sourceLabel)}</dt>
    <dd lang=${tags[language]}>${source[language]} <span class="article-rules">${rules.join(' ')}</span></dd>
  </dl>`;
}
