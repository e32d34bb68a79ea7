import { html, type TemplateResult } from 'lit';
import type { InsidePicture } from '../../../extension/protocol/pages/server/insidePicture.ts';
import { button } from '../../components/button.ts';
import type { View } from '../../views/view.ts';
import { auditSections } from './auditSections.ts';
import { flowSections } from './flowSections.ts';
import { inflightSection } from './inflightSection.ts';
import type { ServerModel } from './serverModel.ts';

/** What is asked of the server, by everybody: what is in flight, who has to wait, and what is written down of it. */
export function requestsTab(view: View, own: ServerModel, { parts }: InsidePicture): TemplateResult {
  const { texts, actions } = view;
  return html`<div class="inside-part inside-buttons">
      ${button({ id: 'inside-limits', label: texts.t('insideSetLimits'), icon: 'target', onClick: () => actions.send('inside/setRequestLimits', {}) })}
    </div>
    ${inflightSection(view, own, parts.inflight)} ${flowSections(view, own, parts.flow)} ${auditSections(view, own, parts.audit)}`;
}
