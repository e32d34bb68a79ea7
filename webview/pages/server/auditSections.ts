import { html, type TemplateResult } from 'lit';
import type { Answered } from '../../../extension/protocol/pages/server/answered.ts';
import type { AuditEventView, AuditRuleView, AuditView } from '../../../extension/introspection/audit.ts';
import { button } from '../../components/button.ts';
import { gridTable } from '../../components/gridTable.ts';
import { formatDuration } from '../../format.ts';
import type { View } from '../../views/view.ts';
import { formatBytes } from './requestsTable.ts';
import { answerView, section } from './section.ts';
import type { ServerModel } from './serverModel.ts';

/** The audit log: how much of it there is and of what, by which rules, and what came last. */
export function auditSections(view: View, own: ServerModel, answer: Answered<AuditView> | undefined): TemplateResult {
  const { texts } = view;
  const { t, n } = texts;
  const audit = answer?.value;
  return html`${section('auditVolume', view, own, {
    title: t('insideAudit'),
    summary: audit ? [n('insideAuditEvents', audit.events), formatBytes(audit.bytes, texts), t('insidePerSecond', { amount: formatBytes(audit.bytesPerSecond, texts) })].join(' · ') : '',
    content: () => answerView(answer, texts, (part) => volumeView(part, view)),
  })}
  ${section('auditRules', view, own, { title: t('insideAuditPolicy'), summary: audit ? n('insideRules', audit.policy.length) : '', content: () => answerView(answer, texts, (part) => rulesView(part, view)) })}
  ${section('auditEvents', view, own, { title: t('insideAuditRecent'), summary: audit ? n('insideAuditEvents', audit.recent.length) : '', content: () => answerView(answer, texts, (part) => recentView(part, view)) })}`;
}

function volumeView({ file, volume }: AuditView, view: View): TemplateResult {
  const { texts } = view;
  const { t, count } = texts;
  return html`<p class="inside-note">${file === '' ? t('insideAuditNoFile') : t('insideAuditFile', { file })}</p>
    ${gridTable({
      label: t('insideAudit'),
      columns: [[t('serverKind')], [t('serverCount'), 'number'], [t('serverSize'), 'number']],
      rows: volume.map(
        ({ verb, resource, level, events, bytes }) => html`<tr>
          <th scope="row">${verb} <span class="server-resource">${resource}</span><span class="subline">${level}</span></th>
          <td class="number">${count(events)}</td>
          <td class="number">${formatBytes(bytes, texts)}</td>
        </tr>`,
      ),
    })}`;
}

function rulesView(part: AuditView, view: View): TemplateResult {
  const { texts: { t }, actions } = view;
  return html`<div class="inside-buttons">${button({ id: 'inside-audit-policy', label: t('insideSetPolicy'), icon: 'list-flat', onClick: () => actions.send('inside/setAuditPolicy', {}) })}</div>
    ${rulesList(part, view)}`;
}

function rulesList({ policy }: AuditView, view: View): TemplateResult {
  const { t } = view.texts;
  if (policy.length === 0) return html`<p class="hint">${t('insideNoRules')}</p>`;
  return html`<ol class="audit-rules">
    ${policy.map((rule) => html`<li>${ruleView(rule, view)}</li>`)}
  </ol>`;
}

function ruleView({ level, verbs, resources, users, namespaces, matched }: AuditRuleView, { texts: { t, n } }: View): TemplateResult {
  const named: [string, readonly string[]][] = [
    [t('insideRuleVerbs'), verbs],
    [t('insideRuleResources'), resources],
    [t('insideRuleUsers'), users],
    [t('insideRuleNamespaces'), namespaces],
  ];
  const fits = named.filter(([, names]) => names.length > 0).map(([what, names]) => `${what} ${names.join(', ')}`);
  return html`<strong>${level}</strong> <span>${fits.length === 0 ? t('insideRuleAll') : fits.join(' · ')}</span><span class="subline">${n('insideMatches', matched)}</span>`;
}

function recentView({ recent }: AuditView, view: View): TemplateResult {
  const { t } = view.texts;
  if (recent.length === 0) return html`<p class="hint">${t('insideAuditNone')}</p>`;
  return gridTable({
    label: t('insideAuditRecent'),
    columns: [[t('serverKind')], [t('insideCode'), 'number'], [t('serverSize'), 'number'], [t('insideAge'), 'number']],
    rows: recent.map((event) => eventRow(event, view)),
  });
}

function eventRow({ stage, level, verb, user, uri, code, bytes, ageMs }: AuditEventView, { texts }: View): TemplateResult {
  return html`<tr>
    <th scope="row">${verb} <span class="server-resource">${uri}</span><span class="subline">${[user, stage, level].filter(Boolean).join(' · ')}</span></th>
    <td class="number">${code === 0 ? '–' : String(code)}</td>
    <td class="number">${formatBytes(bytes, texts)}</td>
    <td class="number">${formatDuration(ageMs)}</td>
  </tr>`;
}
