import { html, nothing, type TemplateResult } from 'lit';
import { type ChurnRate, churnRates, type WorldControllerView, worldSpeeds } from '../../../extension/introspection/world.ts';
import type { InsidePicture } from '../../../extension/protocol/pages/server/insidePicture.ts';
import type { WorldPart } from '../../../extension/protocol/pages/server/worldPart.ts';
import { iconButton } from '../../components/button.ts';
import { choice } from '../../components/choice.ts';
import { gridTable } from '../../components/gridTable.ts';
import { formatDuration } from '../../format.ts';
import type { StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { answerView, section } from './section.ts';
import type { ServerModel } from './serverModel.ts';

const churnWords = { off: 'insideChurnOff', calm: 'insideChurnCalm', busy: 'insideChurnBusy' } as const satisfies Readonly<Record<ChurnRate, StringKey>>;

/** What lives in the cluster by itself: its time, and the controllers that keep it going. */
export function worldTab(view: View, own: ServerModel, { parts }: InsidePicture): TemplateResult {
  return answerView(parts.world, view.texts, (world) => html`<div class="inside-part">${worldFacts(world, view)}</div>${controllersSection(world, view, own)}`);
}

function worldFacts({ size, seed, churn, speed, worldMs }: WorldPart, { texts, actions }: View): TemplateResult {
  const { t, count } = texts;
  const known = worldSpeeds.includes(speed) ? worldSpeeds : [...worldSpeeds, speed].toSorted((one, other) => one - other);
  return html`<dl class="fields">
    <dt>${t('insideSpeed')}</dt>
    <dd>
      ${choice({
        label: t('insideSpeed'),
        options: known.map((each) => ({ value: String(each), text: each === 0 ? t('insidePaused') : t('insideTimes', { speed: count(each) }) })),
        value: String(speed),
        onChange: (value) => actions.send('inside/speed', { speed: Number(value) }),
      })}
    </dd>
    <dt>${t('insideChurn')}</dt>
    <dd>
      ${choice({
        label: t('insideChurn'),
        options: churnRates.map((rate) => ({ value: rate, text: t(churnWords[rate]) })),
        value: churn,
        onChange: (rate) => actions.send('inside/churn', { churn: rate }),
      })}
    </dd>
    <dt>${t('insideWorldTime')}</dt><dd>${formatDuration(worldMs)}</dd>
    <dt>${t('insideSize')}</dt><dd>${t('insideSizeOf', { size, seed: String(seed) })}</dd>
  </dl>`;
}

function controllersSection(world: WorldPart, view: View, own: ServerModel): TemplateResult {
  const { t, n, count } = view.texts;
  const cutOff = world.controllers.filter(({ connected }) => !connected).length;
  return section('world', view, own, {
    title: t('insideControllers'),
    summary: [n('insideControllerCount', world.total), cutOff > 0 ? t('insideCutOffCount', { count: count(cutOff) }) : ''].filter(Boolean).join(' · '),
    content: () => html`${gridTable({
      label: t('insideControllers'),
      columns: [[t('insideController')], [t('insideQueued'), 'number'], [t('insideReconciles'), 'number'], [t('insideFailures'), 'number'], [html`<span class="visually-hidden">${t('insideConnection')}</span>`]],
      rows: world.controllers.map((row) => controllerRow(row, view)),
    })}
      ${world.total > world.controllers.length ? html`<p class="inside-note">${t('insideMoreControllers', { count: count(world.total - world.controllers.length) })}</p>` : nothing}`,
  });
}

function controllerRow({ name, user, connected, synced, queued, reconciles, failures, lastError }: WorldControllerView, { texts, actions }: View): TemplateResult {
  const { t, count } = texts;
  const state = !connected ? t('insideCutOff') : synced ? '' : t('insideNotSynced');
  return html`<tr>
    <th scope="row">
      ${name}${state === '' ? nothing : html`<span class=${connected ? 'subline' : 'subline failed'}>${state}</span>`}<span class="subline server-resource">${user}</span>${
        lastError === '' ? nothing : html`<span class="subline failed">${lastError}</span>`
      }
    </th>
    <td class="number">${count(queued)}</td>
    <td class="number">${count(reconciles)}</td>
    <td class=${failures > 0 ? 'number failed' : 'number'}>${count(failures)}</td>
    <td>
      ${
        connected
          ? iconButton(t('insideDisconnect', { name }), 'debug-disconnect', () => actions.send('inside/connectController', { name, connected: false }))
          : iconButton(t('insideReconnect', { name }), 'play', () => actions.send('inside/connectController', { name, connected: true }))
      }
    </td>
  </tr>`;
}
