import { html, nothing, type TemplateResult } from 'lit';
import type { ResourceView } from '../../../extension/introspection/introspection.ts';
import type { InsidePicture } from '../../../extension/protocol/pages/server/insidePicture.ts';
import { serverNotes } from '../../components/articleNote.ts';
import { choice } from '../../components/choice.ts';
import { formatDuration } from '../../format.ts';
import { selectedInformer } from '../../store/reduce.ts';
import type { Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { formatMs } from '../queues/histogram.ts';
import { act } from './act.ts';
import { fanOutSection } from './fanOutSection.ts';
import { ringSections } from './ringSections.ts';
import { answerView } from './section.ts';
import { resourceShown, type ServerModel } from './serverModel.ts';
import { storeSection } from './storeSection.ts';
import { watchersSection } from './watchersSection.ts';

/** The watch cache of one resource: what it holds, what it remembers, who watches, and what became of an event. */
export function cachesTab(view: View, own: ServerModel, { parts }: InsidePicture): TemplateResult {
  const { texts } = view;
  const resource = resourceShown(own.resource, selectedInformer(view.model));
  return html`<div class="inside-part">
      ${answerView(parts.caches, texts, (caches) => html`${resourceChoice(caches, resource, view)} ${cacheFacts(caches.find((row) => row.resource === resource), texts)}`)}
    </div>
    ${ringSections(view, own, parts.ring, resource)} ${fanOutSection(view, own, parts.fanOut)} ${watchersSection(view, own, parts.watchers)} ${storeSection(view, own, parts.store)} ${serverNotes([4, 5, 6, 8], texts)}`;
}

function resourceChoice(caches: readonly ResourceView[], resource: string, view: View): TemplateResult {
  const { texts } = view;
  // Of what is not served any more somebody may still want to know that it is not.
  const known = caches.some((row) => row.resource === resource);
  const options = caches.map((row) => ({ value: row.resource, text: `${row.resource} (${texts.n('objects', row.objects)})` }));
  return html`<div class="table-bar">
    ${choice({
      label: texts.t('insideCacheOf'),
      options: known ? options : [{ value: resource, text: resource }, ...options],
      value: resource,
      onChange: (chosen) => act(view, { type: 'resource', resource: chosen }),
    })}
  </div>`;
}

function cacheFacts(row: ResourceView | undefined, texts: Texts): TemplateResult | typeof nothing {
  if (!row) return nothing;
  const { t, n, count } = texts;
  const { objects, version, cached, ready, notReadyMs, lagMs, profile, indexed, triggerField, watchers, reads } = row;
  const offered = indexed ? t(triggerField === '' ? 'insideOfferedByNamespace' : 'insideOfferedByField', { field: triggerField }) : t('insideOfferedToAll');
  return html`<dl class="fields">
    <dt>${t('insideStore')}</dt><dd>${t('insideStoreAt', { objects: n('objects', objects), version: count(version) })}</dd>
    <dt>${t('insideState')}</dt><dd>${ready ? t('insideReady') : t('insideNotReady', { duration: formatDuration(notReadyMs) })}${lagMs > 0 ? html`<span class="subline">${t('insideLag', { duration: formatMs(lagMs) })}</span>` : nothing}</dd>
    <dt>${t('insideWatchers')}</dt><dd>${n('insideWatcherCount', watchers)}<span class="subline">${offered}</span></dd>
    <dt>${t('insideReads')}</dt>
    <dd>
      ${t('insideReadsOf', { cache: count(reads.cache.requests), snapshot: count(reads.snapshot.requests), storage: count(reads.storage.requests) })}<span class="subline"
        >${t('insideReadObjects', { cache: count(reads.cache.objects + reads.snapshot.objects), storage: count(reads.storage.objects) })}</span
      >
    </dd>
    <dt>${t('insideProfile')}</dt><dd>${t(profile === 'article' ? 'insideProfileArticle' : 'insideProfileCurrent')}${cached ? nothing : html`<span class="subline">${t('insideUncached')}</span>`}</dd>
  </dl>`;
}
