import { html, nothing, type TemplateResult } from 'lit';
import type { ChainPicture, FactView, LinksView, LinkView, RunView } from '../../../extension/protocol/pages/chain.ts';
import { articleNotes } from '../../components/articleNote.ts';
import { filled } from '../../components/filled.ts';
import { foldable } from '../../components/foldable.ts';
import { rovingList } from '../../components/rovingList.ts';
import { addTexts, type StringKey } from '../../strings.ts';
import { isYetToCome } from '../../time/isYetToCome.ts';
import { stageName, verbOf } from '../../views/stageNames.ts';
import type { View } from '../../views/view.ts';
import type { PageView } from '../pageView.ts';
import type { ChainModel, ChainPart } from './chainModel.ts';
import { lintsOfKey } from '../lints/lintsOfKey.ts';
import { chainStrings } from './chainStrings.ts';
import { factText } from './factText.ts';
import { sequenceView } from './sequenceDiagram.ts';
import { waterfallTotal, waterfallView } from './waterfall.ts';

addTexts(chainStrings);

/** Why it ran, or why not; where the time went; and the way from there and on. */
export const chainPage: PageView<'chain', ChainModel> = (view, own, picture) => {
  const { t } = view.texts;
  const seq = view.model.stream.cursor?.seq;
  if (seq == null) return html`<p class="hint">${t('chainEmpty')}</p>`;
  if (isYetToCome(view.model)) return html`<p class="hint">${t('chainYetToCome', { seq: String(seq), at: String(view.model.state!.time.at) })}</p>`;
  if (!picture) return html`<p class="hint">${t('loading')}</p>`;
  if (!picture.entry) return html`<p class="hint">${t('chainGone', { seq: String(picture.seq) })}</p>`;
  return html`<div class="chain">${answersView(picture, picture.entry, view)} ${lintsOfKey(picture.entry.key, view)} ${partsView(picture, own, view)}</div>
    ${articleNotes('chain', view.texts)}`;
};

function answersView(picture: ChainPicture, entry: LinkView, view: View): TemplateResult {
  const { t } = view.texts;
  const { runs, fates, searching } = picture;
  // What has led to a run by itself says no more than the run does.
  const own = fates.filter(({ id }) => id !== 'ran' && id !== 'runs');
  const nothingKnown = runs.length === 0 && own.length === 0;
  return html`<section class="answers" aria-label=${t('chainPage')}>
    ${own.length > 0 ? fatesView(own, runs, entry, view) : nothing} ${runs.map((run) => runView(run, view))}
    ${nothingKnown ? html`${question('chainOfWhole', entry.key, null, view)}<p class="answer">${t(searching ? 'chainSearching' : 'chainNoRun')}</p>` : nothing}
    ${searching && !nothingKnown ? html`<p class="hint chain-hint">${t('chainSearching')}</p>` : nothing}
  </section>`;
}

function question(text: StringKey, key: string, range: { readonly from: number; readonly to: number } | null, { texts }: View): TemplateResult {
  return html`<h2 class="question">
    ${filled(texts.t(text), { key: key === '' ? texts.t('chainThis') : html`<code>${key}</code>` })}
    ${range ? html`<span class="question-range">${texts.t('chainRange', { from: String(range.from), to: String(range.to) })}</span>` : nothing}
  </h2>`;
}

function fatesView(fates: readonly FactView[], runs: readonly RunView[], { key }: LinkView, view: View): TemplateResult {
  const isMerged = fates.some(({ id }) => id === 'coalesced' || id === 'coalescedAndRan');
  const text = isMerged ? 'chainWhyNotItself' : runs.length > 0 ? 'chainFar' : 'chainWhyNot';
  return html`${question(text, key, null, view)}
    <div class="answer">${fates.length === 1 ? html`<p>${factText(fates[0]!, view)}</p>` : html`<ul>${fates.map((fate) => html`<li>${factText(fate, view)}</li>`)}</ul>`}</div>`;
}

function runView({ controller, key, from, to, reasons, more, outcome }: RunView, view: View): TemplateResult {
  const { texts } = view;
  const [only] = reasons;
  return html`${question('chainWhy', key, { from, to }, view)}
    <div class="answer">
      ${
        reasons.length === 1 && only
          ? html`<p>${factText(only, view)}</p>`
          : html`<p>${texts.n('chainMerged', reasons.length)}</p>
              <ul>${reasons.map((reason) => html`<li>${factText(reason, view)}</li>`)}</ul>`
      }
      ${more ? html`<p>${texts.t('chainMoreReasons')}</p>` : nothing}
      <p>${outcome.map((fact) => html`${factText(fact, view)} `)}<span class="answer-by">${texts.t('chainBy', { controller })}</span></p>
    </div>`;
}

function partsView(picture: ChainPicture, { folded }: ChainModel, view: View): TemplateResult {
  const { texts, actions } = view;
  const part = (name: ChainPart, title: StringKey, summary: string, content: () => unknown): TemplateResult =>
    foldable({
      id: `chain-${name}`,
      title: texts.t(title),
      summary,
      folded: folded.includes(name),
      onToggle: () => actions.onPage({ page: 'chain', action: { type: 'fold', part: name } }),
      content,
    });
  return html`${part('waterfall', 'chainWaterfall', waterfallTotal(picture, view), () => waterfallView(picture, view))}
    ${part('sequence', 'chainSequence', texts.n('chainSteps', picture.steps.length), () => sequenceView(picture, view))}
    ${part('causes', 'chainCauses', countText(picture.causes, view), () => linksView(picture.causes, 'chainNoCauses', view))}
    ${part('effects', 'chainEffects', countText(picture.effects, view), () => linksView(picture.effects, 'chainNoEffects', view))}`;
}

function countText({ links, count, more }: LinksView, { texts }: View): string {
  const all = `${texts.count(count)}${more ? '+' : ''}`;
  return links.length < count ? texts.t('chainCountShown', { shown: texts.count(links.length), count: all }) : all;
}

function linksView({ links }: LinksView, none: StringKey, view: View): TemplateResult {
  if (links.length === 0) return html`<p class="hint chain-hint">${view.texts.t(none)}</p>`;
  return html`<ol class="chain-links" @keydown=${rovingList}>
    ${links.map((each, index) => linkRow(each, index, view))}
  </ol>`;
}

function linkRow({ seq, stage, kind, key, summary }: LinkView, index: number, { model, texts, actions }: View): TemplateResult {
  const name = stageName({ stage, informer: '' }, model.state?.deltaQueues ?? [], texts);
  const what = [verbOf(kind), key, summary].filter(Boolean).join(' · ');
  return html`<li>
    <button type="button" class="chain-link row-button" tabindex=${index === 0 ? 0 : -1} aria-label="#${seq} ${name} ${what}" data-tips @click=${() => actions.goTo(seq)}>
      <span class="swatch swatch-${stage}" aria-hidden="true"></span><span class="chain-link-seq">#${seq}</span><span class="chain-link-stage">${name}</span
      ><span class="chain-link-what" data-cut>${what}</span>
    </button>
  </li>`;
}

