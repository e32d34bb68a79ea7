import { html, nothing, type TemplateResult } from 'lit';
import type { IdentityView, ImpersonatedView } from '../../../extension/protocol/pages/server.ts';
import type { Texts } from '../../strings.ts';

/** Who asks, and as whom: what the server is told, and nothing that is secret. */
export function identityView({ user, withheld, impersonated, replaced }: IdentityView, texts: Texts): TemplateResult {
  const { t } = texts;
  const name = user === '' ? t('serverAnonymous') : user;
  return html`<dt>${t('serverUser')}</dt><dd>${withheld && user !== '' ? t('serverWithheld', { user: name }) : name}</dd>
    ${impersonated === null ? nothing : impersonatedView(impersonated, replaced, texts)}`;
}

function impersonatedView({ user, uid, groups, extra, more }: ImpersonatedView, replaced: string, { t, n }: Texts): TemplateResult {
  return html`<dt>${t('serverActsAs')}</dt><dd>${replaced === '' ? user : t('serverInPlaceOf', { user, replaced })}</dd>
    ${uid === '' ? nothing : html`<dt>UID</dt><dd>${uid}</dd>`}
    ${groups.length === 0 ? nothing : html`<dt>${t('serverGroups')}</dt><dd>${groups.map((group) => html`<div>${group}</div>`)}</dd>`}
    ${extra.map(({ name, values }) => html`<dt>${t('serverExtra', { name })}</dt><dd>${values.map((value) => html`<div>${value}</div>`)}</dd>`)}
    ${more === 0 ? nothing : html`<dt></dt><dd>${n('serverMoreNames', more)}</dd>`}`;
}
