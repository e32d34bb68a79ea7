import * as vscode from 'vscode';
import { type Sample, samples } from '../../controller/samples.ts';
import { back, quickPick } from './quickPick.ts';

/** One of the samples that ship with the extension; its button shows its source instead. */
export async function pickSample(title: string, openSource: (sample: Sample) => void): Promise<Sample | undefined> {
  const picked = await quickPick<Sample>({
    title,
    placeholder: vscode.l10n.t('Which sample? Each is short enough to be read.'),
    none: '',
    choices: samples.map((sample) => ({
      label: sample.title,
      detail: sample.description,
      description: sample.safeAnywhere ? vscode.l10n.t('writes nothing') : '',
      buttons: [{ iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: vscode.l10n.t('Open Sample Source') }],
      value: sample,
    })),
    onItemButton: openSource,
  });
  return picked === back ? undefined : picked;
}
