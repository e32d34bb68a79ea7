import { html, nothing, svg, type TemplateResult } from 'lit';
import type { InsidePicture } from '../../../extension/protocol/pages/server/insidePicture.ts';
import type { StorageView } from '../../../extension/introspection/introspection.ts';
import { serverNotes } from '../../components/articleNote.ts';
import { button } from '../../components/button.ts';
import type { Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { formatMs } from '../queues/histogram.ts';
import { answerView } from './section.ts';
import type { ServerModel } from './serverModel.ts';

/** The storage behind all watch caches, as etcd is: one rising revision, its history, and how far that reaches back. */
export function storageTab(view: View, _own: ServerModel, { parts }: InsidePicture): TemplateResult {
  const { texts, actions } = view;
  const { t } = texts;
  return html`<div class="inside-part">
    ${answerView(parts.storage, texts, (storage) => html`${historyBar(storage, texts)}${storageFields(storage, texts)}`)}
    <div class="inside-buttons">
      ${button({ id: 'inside-compact', label: t('insideCompact'), icon: 'fold-up', onClick: () => actions.send('inside/compact', {}) })}
      ${button({ id: 'inside-latency', label: t('insideSetLatency'), icon: 'history', onClick: () => actions.send('inside/setCommitLatency', {}) })}
      ${button({ id: 'inside-save', label: t('insideSave'), icon: 'save', onClick: () => actions.send('inside/saveSnapshot', {}) })}
      ${button({ id: 'inside-load', label: t('insideLoad'), icon: 'go-to-file', onClick: () => actions.send('inside/startFromSnapshot', {}) })}
    </div>
    <p class="inside-note">${t('insideStorageNote')}</p>
  </div>
  ${serverNotes([7], texts)}`;
}

const barWidth = 300;
const barHeight = 10;
/** What is there is seen, however little it is. */
const least = 3;

/** From revision 1 to the newest that was written: what is compacted away, what can be read, what waits for its commit. */
function historyBar({ revision, head, compacted, pending }: StorageView, { t, count }: Texts): TemplateResult {
  const whole = Math.max(1, head);
  const gone = compacted > 1 ? Math.max(least, ((compacted - 1) / whole) * barWidth) : 0;
  const waiting = head > revision ? Math.max(least, ((head - revision) / whole) * barWidth) : 0;
  const readable = barWidth - gone - waiting;
  const oldest = compacted === 0 ? t('insideFromStart') : count(compacted);
  const label = t('insideHistory', { compacted: oldest, revision: count(revision), pending: count(pending) });
  return html`<svg class="history-bar" viewBox="0 0 ${barWidth} ${barHeight}" preserveAspectRatio="none" role="img" aria-label=${label}>
      <rect class="history-gone" width=${gone} height=${barHeight} data-tip=${t('insideCompactedAway')}></rect>
      <rect class="history-readable" x=${gone} width=${readable} height=${barHeight} data-tip=${t('insideReadable')}></rect>
      ${waiting > 0 ? svg`<rect class="history-waiting" x=${gone + readable} width=${waiting} height=${barHeight} data-tip=${t('insideWaiting')}></rect>` : nothing}
    </svg>
    <p class="history-ends"><span>${t('insideOldest', { revision: oldest })}</span><span>${t('insideNewest', { revision: count(revision) })}</span></p>`;
}

function storageFields({ revision, head, compacted, pending, keys, versions, commitLatencyMs }: StorageView, { t, n, count }: Texts): TemplateResult {
  return html`<dl class="fields">
    <dt>${t('insideRevision')}</dt><dd>${count(revision)}${head > revision ? html`<span class="subline">${t('insideHead', { revision: count(head) })}</span>` : nothing}</dd>
    <dt>${t('insideHorizon')}</dt><dd>${compacted === 0 ? t('insideNeverCompacted') : count(compacted)}</dd>
    <dt>${t('insidePending')}</dt><dd>${n('insideWrites', pending)}</dd>
    <dt>${t('insideKeys')}</dt><dd>${t('insideKeysOf', { keys: count(keys), versions: count(versions) })}</dd>
    <dt>${t('insideLatency')}</dt><dd>${commitLatencyMs === 0 ? t('insideNoLatency') : formatMs(commitLatencyMs)}</dd>
  </dl>`;
}
