import { html, nothing, type TemplateResult } from 'lit';
import type { CachePicture, CheckView, DifferenceView, VerificationView } from '../../../extension/protocol/pages/cache.ts';
import { button } from '../../components/button.ts';
import { icon, type IconName } from '../../components/icon.ts';
import { formatDuration } from '../../format.ts';
import type { StringKey, Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { formatMs } from '../queues/histogram.ts';
import type { CacheModel } from './cacheModel.ts';
import { failureText, headline, totalOf } from './checkWords.ts';
import { openItem } from './openItem.ts';
import { section } from './section.ts';

const kindTexts: { readonly [Kind in DifferenceView['kind']]: StringKey } = {
  missing: 'differenceMissing',
  extra: 'differenceExtra',
  older: 'differenceOlder',
  newer: 'differenceNewer',
  otherUid: 'differenceOtherUid',
};

const whyTexts = { queued: 'undecidedQueued', behind: 'undecidedBehind', incomparable: 'undecidedIncomparable' } as const;

const outcomeIcons: { readonly [Outcome in VerificationView['outcome']]: IconName } = { same: 'pass', differs: 'warning', undecided: 'question' };

/** Whether the cache is what the server has, and the way to make it so. */
export function checkView(view: View, own: CacheModel, { check, informer }: CachePicture): TemplateResult {
  const { texts, actions } = view;
  const { t } = texts;
  return section('check', view, own, {
    title: t('checkPane'),
    summary: check ? summaryOf(check, texts) : '',
    content: () => {
      if (!check) return html`<p class="hint">${t('checkEnded')}</p>`;
      const { progress, ready, last, failure, relistedMs } = check;
      const since = view.model.now - view.model.receivedAt;
      return html`<p class="check-hint">${t('checkHint')}</p>
        <div class="check-buttons">
          ${
            progress
              ? button({ id: 'stop-verifying', label: t('stopVerifying'), icon: 'stop-circle', onClick: () => actions.send('cache/stopVerifying', { informer }) })
              : button({ id: 'verify', label: t('verify'), icon: 'checklist', primary: last?.outcome !== 'differs', disabled: !ready, onClick: () => actions.send('cache/verify', { informer }) })
          }
          ${button({ id: 'relist', label: t('relist'), icon: 'refresh', primary: !progress && last?.outcome === 'differs', disabled: !ready, onClick: () => actions.send('cache/relist', { informer }) })}
        </div>
        <div class="check-result">
          ${ready ? nothing : html`<p class="hint">${t('checkNotSynced')}</p>`} ${progress ? html`<p>${progressText(progress, texts)}</p>` : nothing}
          ${failure === '' ? nothing : html`<p class="failed">${failureText(failure, texts)}</p>`}
          ${last ? headlineView(last, texts) : nothing}
        </div>
        ${last ? verificationView(last, informer, since, view) : nothing}
        ${relistedMs === null || (last && last.agoMs < relistedMs) ? nothing : html`<p class="check-hint">${t('relisted', { duration: formatDuration(relistedMs + since) })}</p>`}`;
    },
  });
}

function summaryOf({ progress, last }: CheckView, texts: Texts): string {
  if (progress) return progressText(progress, texts);
  if (!last) return texts.t('checkNever');
  const differing = totalOf(last);
  return last.outcome === 'differs' ? texts.n('valueKeys', differing) : last.outcome === 'same' ? '✓' : '?';
}

function progressText({ phase, objects, remaining, version, queued }: NonNullable<CheckView['progress']>, { t, n, count }: Texts): string {
  switch (phase) {
    case 'listing':
      return remaining === null ? t('checkListing', { objects: n('objects', objects) }) : t('checkListingOf', { objects: n('objects', objects), remaining: count(remaining) });
    case 'comparing':
      return t('checkComparing', { objects: n('objects', objects) });
    case 'waiting':
      if (queued) return n('checkQueued', objects);
      return t(objects === 1 ? 'checkWaiting.one' : 'checkWaiting.other', { count: count(objects), version });
  }
}

function headlineView(last: VerificationView, texts: Texts): TemplateResult {
  return html`<p class="check-headline check-${last.outcome}">${icon(outcomeIcons[last.outcome])}<span>${headline(last, texts)}</span></p>`;
}

function verificationView(last: VerificationView, informer: string, since: number, view: View): TemplateResult {
  const { texts } = view;
  const { t, n } = texts;
  const { agoMs, tookMs, pages, bytes, changedSince, differences, undecided, stopped } = last;
  return html`<p class="check-hint">
      ${t('checkAgo', { duration: formatDuration(agoMs + since), took: formatMs(tookMs), pages: n('listPages', pages), bytes: bytesText(bytes) })}
    </p>
    ${changedSince > 0 ? html`<p class="check-hint">${n('changedSince', changedSince)}</p>` : nothing}
    ${differences.length > 0 ? differencesTable(t('differences'), differences, totalOf(last), informer, view) : nothing}
    ${
      undecided
        ? html`<p class="check-hint">${t(stopped ? 'undecidedStopped' : whyTexts[undecided.why])}</p>
            ${differencesTable(t('undecidedKeys'), undecided.differences, undecided.count, informer, view)}`
        : nothing
    }`;
}

function differencesTable(title: string, differences: readonly DifferenceView[], total: number, informer: string, view: View): TemplateResult {
  const { t, count } = view.texts;
  return html`<div class="table-scroll" role="region" tabindex="0" aria-label=${title}>
      <table class="grid-table differences">
        <caption class="histogram-title">${title}</caption>
        <thead>
          <tr><th scope="col">${t('columnKeyName')}</th><th scope="col">${t('columnDifference')}</th><th scope="col">${t('columnCached')}</th><th scope="col">${t('columnServer')}</th></tr>
        </thead>
        <tbody>
          ${differences.map(
            ({ key, kind, cachedRv, serverRv, cachedUid, serverUid }) =>
              html`<tr>
                <th scope="row"><button type="button" class="key" aria-label=${t('openItem', { key })} @click=${() => openItem(view, informer, key)}>${key}</button></th>
                <td>${t(kindTexts[kind])}</td>
                <td>${sideText(cachedRv, kind === 'otherUid' ? cachedUid : '', view.texts)}</td>
                <td>${sideText(serverRv, kind === 'otherUid' ? serverUid : '', view.texts)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${total > differences.length ? html`<p class="hint">${t('andMore', { count: count(total - differences.length) })}</p>` : nothing}`;
}

function sideText(rv: string, uid: string, { t }: Texts): string {
  if (rv === '') return '–';
  return uid === '' ? rv : t('withUid', { rv, uid });
}

function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
