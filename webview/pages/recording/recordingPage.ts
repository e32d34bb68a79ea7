import { html, nothing, type TemplateResult } from 'lit';
import type { RecordingPicture, ReplayView } from '../../../extension/protocol/pages/recording.ts';
import { button } from '../../components/button.ts';
import { choice } from '../../components/choice.ts';
import { formatDuration } from '../../format.ts';
import { addTexts, type StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import type { PageView } from '../pageView.ts';
import { comparisonView } from './comparisonView.ts';
import { type RecordingAction, type RecordingModel, speeds } from './recordingModel.ts';
import { recordingStrings } from './recordingStrings.ts';

addTexts(recordingStrings);

export const recordingPage: PageView<'recording', RecordingModel> = (view, own, picture) =>
  picture
    ? html`<section class="recording" aria-label=${view.texts.t('recordingPage')}>${fileView(view, picture)} ${controlsView(view, own, picture)}</section>
        ${comparisonView(view, own, picture)}`
    : html`<p class="hint">${view.texts.t('loading')}</p>`;

const cutTexts = { bytes: 'recordingCutBytes', entries: 'recordingCutEntries', broken: 'recordingCutBroken' } as const;

function fileView({ texts }: View, { file, whyNot, replay }: RecordingPicture): TemplateResult {
  const { t, count } = texts;
  if (!file) return html`<p>${t('recordingLive')}</p>`;
  return html`<p>${t('recordingFile', { entries: count(file.entries), input: count(file.input), informers: count(file.informers) })}</p>
    ${file.producer === '' || file.format === 'kubectl' ? nothing : html`<p class="hint">${t('recordingBy', { producer: file.producer })}</p>`}
    ${file.format === 'kubectl' ? html`<p class="hint">${t('recordingKubectl')}</p>` : nothing}
    ${file.skipped > 0 ? html`<p class="recording-fault">${t('recordingSkipped', { skipped: count(file.skipped), line: count(file.firstSkipped), why: file.whySkipped })}</p>` : nothing}
    ${file.cut ? html`<p class="recording-fault">${t(cutTexts[file.cut])}</p>` : nothing}
    ${whyNot ? html`<p class="recording-why-not">${t(whyNot === 'noInput' ? 'recordingNoInput' : 'recordingNoState')}</p>` : nothing}
    <p class="recording-state">${replay ? progressText(texts.t, replay) : t('recordingAsItWas')}</p>
    ${replay || whyNot ? nothing : html`<p class="hint">${t('recordingToGoBack')}</p>`}`;
}

function progressText(t: View['texts']['t'], { at, of, ended }: ReplayView): string {
  return ended ? t('recordingEnded', { of: formatDuration(of) }) : t('recordingReplayed', { at: formatDuration(at), of: formatDuration(of) });
}

function controlsView({ texts, actions }: View, own: RecordingModel, { file, whyNot, replay }: RecordingPicture): TemplateResult {
  const { t } = texts;
  const on = (action: RecordingAction): void => actions.onPage({ page: 'recording', action });
  const speed = replay ? String(replay.speed) : own.speed;
  const canReplay = file !== null && whyNot === null;
  return html`<div class="recording-controls">
    ${canReplay
      ? html`${button({ id: 'replay', label: t(replay ? 'replayAgain' : 'replay'), icon: 'play', primary: replay === null, onClick: () => actions.send('recording/replay', { speed: Number(own.speed), paused: false }) })}
        ${button({ id: 'replay-paused', label: t('replayPaused'), icon: 'debug-pause', onClick: () => actions.send('recording/replay', { speed: Number(own.speed), paused: true }) })}
        ${replay ? button({ id: 'show-recorded', label: t('showRecorded'), icon: 'list-tree', onClick: () => actions.send('recording/show', {}) }) : nothing}
        ${choice({
          label: t('replaySpeed'),
          options: speeds.map((value) => ({ value, text: t(`speed${value}` satisfies StringKey) })),
          value: speed,
          onChange(value) {
            on({ type: 'speed', speed: value });
            if (replay) actions.send('recording/speed', { speed: Number(value) });
          },
        })}`
      : nothing}
    ${button({ id: 'export-recording', label: t('exportRecording'), icon: 'save', onClick: () => actions.send('recording/export', {}) })}
  </div>`;
}
