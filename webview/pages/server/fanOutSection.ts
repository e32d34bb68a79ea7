import { html, nothing, type TemplateResult } from 'lit';
import type { Answered } from '../../../extension/protocol/pages/server/answered.ts';
import type { FanOutPart } from '../../../extension/protocol/pages/server/watchersPart.ts';
import { button } from '../../components/button.ts';
import { gridTable } from '../../components/gridTable.ts';
import type { StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { act } from './act.ts';
import { informerResource } from './informerResource.ts';
import { answerView, section } from './section.ts';
import type { ServerModel } from './serverModel.ts';
import { watcherName } from './watcherName.ts';

const outcomes: { readonly [Outcome in FanOutPart['offers'][number]['outcome']]: StringKey } = {
  ADDED: 'insideSentAdded',
  MODIFIED: 'insideSentModified',
  DELETED: 'insideSentDeleted',
  filtered: 'insideOfferFiltered',
  seen: 'insideOfferSeen',
  closed: 'insideOfferClosed',
};

/** What became of one event: whom it was offered to, whom it concerned, and what each was sent. */
export function fanOutSection(view: View, own: ServerModel, answer: Answered<FanOutPart> | undefined): TemplateResult {
  const { texts } = view;
  const { t, count } = texts;
  const { eventResource, eventRevision } = own;
  const isOf = answer?.value?.revision === eventRevision && answer.value.resource === eventResource;
  const part = answer?.value && !isOf ? undefined : answer;
  const value = part?.value;
  return section('fanOut', view, own, {
    title: t('insideFanOut'),
    summary: eventRevision === 0 ? '' : value ? t('insideFanOutOf', { asked: count(value.asked), watchers: count(value.watchers), sent: count(value.sent) }) : count(eventRevision),
    content: () => html`${chosenEntry(view)}
      ${eventRevision === 0 ? html`<p class="inside-note">${t('insideChooseEvent')}</p>` : answerView(part, texts, (shown) => offersView(shown, view), t('insideNoFanOut', { resource: eventResource, revision: count(eventRevision) }))}`,
  });
}

/** The entry of the stream that is chosen leads here, too, if it has a version of its resource's. */
function chosenEntry(view: View): TemplateResult | typeof nothing {
  const row = view.model.stream.cursor?.row;
  const event = row ? eventOf(row) : undefined;
  if (!row || !event) return nothing;
  const label = view.texts.t('insideFanOutOfEntry', { seq: String(row.seq) });
  return html`<div class="inside-buttons">${button({ id: 'fan-out-of-entry', label, icon: 'type-hierarchy', onClick: () => act(view, { type: 'event', ...event }) })}</div>`;
}

/** The event that an entry of the stream is about; undefined: it is about none. */
export function eventOf({ informer, rv }: { readonly informer: string; readonly rv: string }): { readonly resource: string; readonly revision: number } | undefined {
  const resource = informerResource(informer);
  return resource !== '' && /^[1-9]\d{0,15}$/.test(rv) ? { resource, revision: Number(rv) } : undefined;
}

function offersView({ resource, revision, watchers, asked, sent, offers }: FanOutPart, { texts }: View): TemplateResult {
  const { t, count } = texts;
  return html`<p class="fan-out-words">${t('insideFanOutWords', { resource, revision: count(revision), asked: count(asked), watchers: count(watchers), sent: count(sent) })}</p>
    ${
      offers.length === 0
        ? nothing
        : gridTable({
          label: t('insideFanOut'),
          columns: [[t('insideWatcher')], [t('insideOutcome')]],
          rows: offers.map(({ watcher, outcome }) => html`<tr><th scope="row">${watcherName(watcher, texts)}</th><td>${t(outcomes[outcome])}</td></tr>`),
        })
    }`;
}
