import * as vscode from 'vscode';
import type { InformerSettings } from '../../informer/informerOptions.ts';
import type { ClientGo, QueueKind } from '../../informer/profile.ts';
import { mostResyncSeconds } from '../../inspector/informerSet/informerEntry.ts';
import { withoutIcons } from '../inertText.ts';
import type { Describe } from './activeDescription.ts';
import { askSelector } from './askSelector.ts';
import { askWholeNumber } from './askWholeNumber.ts';
import { currentWord } from './currentWord.ts';
import type { MetadataToggle } from './metadataToggle.ts';
import { back, quickPick } from './quickPick.ts';

/** What an informer may be told besides its resource and where. Absent: as the settings say. */
export interface InformerOptions extends Partial<InformerSettings> {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface PickInformerOptions {
  readonly title: string;
  /** What will be started, in a few words. */
  readonly what: string;
  readonly options: InformerOptions;
  /** What holds where nothing is chosen. */
  readonly defaults: InformerSettings;
  readonly toggle: MetadataToggle;
  readonly step: { readonly number: number; readonly of: number };
  /** What a start with these options costs, or who will refuse it. */
  readonly cost: (options: InformerOptions, signal: AbortSignal) => Promise<string | undefined>;
}

type Row = 'start' | keyof InformerOptions | 'metadataOnly';

/**
 * The last step before a start: Enter starts, with what it costs said beside; every other row changes one thing and comes back here. Undefined: dismissed.
 */
export async function pickInformerOptions({ title, what, defaults, toggle, step, cost, ...from }: PickInformerOptions): Promise<InformerOptions | typeof back | undefined> {
  let { options } = from;
  let row: Row = 'start';
  for (;;) {
    const describe: Describe<Row> = async (active, signal) => (active === 'start' ? cost(options, signal) : undefined);
    const picked: Row | typeof back | undefined = await quickPick<Row>({
      title: toggle.title(title),
      placeholder: vscode.l10n.t('Start it as it is, or choose what to change first'),
      none: '',
      choices: rows(what, options, defaults, toggle.on),
      active: (value) => value === row,
      describe,
      step,
      canGoBack: true,
    });
    if (picked === undefined || picked === back) return picked;
    if (picked === 'start') return options;
    if (picked === 'metadataOnly') toggle.flip();
    else {
      const changed = await change(picked, options, defaults, title, step);
      if (changed === undefined) return undefined;
      if (changed !== back) options = changed;
    }
    // What was changed once is seldom changed twice: Enter starts again, unless it was only looked at.
    row = 'start';
  }
}

function rows(what: string, options: InformerOptions, defaults: InformerSettings, metadataOnly: boolean) {
  const { labelSelector, fieldSelector, clientGo, queue, resyncPeriodMs } = options;
  const all = vscode.l10n.t('all objects');
  return [
    { label: vscode.l10n.t('Start'), description: withoutIcons(what), value: 'start' as const, ...icon('play') },
    { label: vscode.l10n.t('options'), kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('Label Selector...'), description: withoutIcons(labelSelector ?? all), value: 'labelSelector' as const, ...icon('filter') },
    { label: vscode.l10n.t('Field Selector...'), description: withoutIcons(fieldSelector ?? all), value: 'fieldSelector' as const, ...icon('filter') },
    { label: vscode.l10n.t('Metadata Only'), description: metadataOnly ? vscode.l10n.t('yes: names, labels, owners and versions') : vscode.l10n.t('no: whole objects'), value: 'metadataOnly' as const, ...icon('tag') },
    { label: vscode.l10n.t('Rules of client-go...'), description: chosen(clientGo ?? defaults.clientGo, clientGo !== undefined), value: 'clientGo' as const, ...icon('settings') },
    { label: vscode.l10n.t('Queue...'), description: chosen(queue ?? defaults.queue, queue !== undefined), value: 'queue' as const, ...icon('settings') },
    { label: vscode.l10n.t('Resync...'), description: chosen(resyncWord(resyncPeriodMs ?? defaults.resyncPeriodMs), resyncPeriodMs !== undefined), value: 'resyncPeriodMs' as const, ...icon('settings') },
  ];
}

async function change(row: keyof InformerOptions, options: InformerOptions, defaults: InformerSettings, title: string, step: PickInformerOptions['step']): Promise<InformerOptions | typeof back | undefined> {
  switch (row) {
    case 'labelSelector':
    case 'fieldSelector': {
      const text = await askSelector(row === 'labelSelector' ? 'label' : 'field', { title, step, value: options[row] ?? '' });
      if (typeof text !== 'string') return text;
      const { [row]: _, ...others } = options;
      return text === '' ? others : { ...others, [row]: text };
    }
    case 'clientGo':
      return chosenOne(options, 'clientGo', await pickClientGo(options.clientGo ?? defaults.clientGo, title, step));
    case 'queue':
      return chosenOne(options, 'queue', await pickQueue(options.queue ?? defaults.queue, title, step));
    case 'resyncPeriodMs': {
      const value = Math.round((options.resyncPeriodMs ?? defaults.resyncPeriodMs) / 1000);
      const seconds = await askWholeNumber({ title, step, value, most: mostResyncSeconds, prompt: vscode.l10n.t('Every how many seconds is each cached object handed to the handlers again? 0: never.') });
      return chosenOne(options, 'resyncPeriodMs', typeof seconds === 'number' ? seconds * 1000 : seconds);
    }
  }
}

function chosenOne<Name extends keyof InformerOptions>(options: InformerOptions, name: Name, value: InformerOptions[Name] | typeof back): InformerOptions | typeof back | undefined {
  return value === back || value === undefined ? (value as typeof back | undefined) : { ...options, [name]: value };
}

function pickClientGo(current: ClientGo, title: string, step: PickInformerOptions['step']): Promise<ClientGo | typeof back | undefined> {
  const words: Readonly<Record<ClientGo, string>> = {
    '1.32': vscode.l10n.t('lists, then watches: what many running controllers do'),
    '1.36': vscode.l10n.t('streams the initial objects by a watch: what is built today'),
    article: vscode.l10n.t('the figures of the article that this project grew from'),
  };
  return pickOne(words, current, title, vscode.l10n.t('Whose rules do Reflector and informer follow?'), step);
}

function pickQueue(current: QueueKind, title: string, step: PickInformerOptions['step']): Promise<QueueKind | typeof back | undefined> {
  const words: Readonly<Record<QueueKind, string>> = {
    DeltaFIFO: vscode.l10n.t('one entry for each key, with all of its deltas'),
    RealFIFO: vscode.l10n.t('one entry for each delta, in the order of the watch'),
    atomic: vscode.l10n.t('RealFIFO that replaces and resyncs in one step'),
  };
  return pickOne(words, current, title, vscode.l10n.t('Which queue stands between Reflector and Indexer?'), step);
}

function pickOne<T extends string>(words: Readonly<Record<T, string>>, current: T, title: string, placeholder: string, step: PickInformerOptions['step']): Promise<T | typeof back | undefined> {
  const names = Object.keys(words) as T[];
  const choices = names.map((value) => ({ label: value as string, description: currentWord(value === current, words[value]), value }));
  return quickPick<T>({ title, placeholder, none: '', choices, active: (value) => value === current, step, canGoBack: true });
}

function chosen(word: string, isChosen: boolean): string {
  return isChosen ? word : vscode.l10n.t('{0}, as in the settings', word);
}

function icon(name: string): Pick<vscode.QuickPickItem, 'iconPath'> {
  return { iconPath: new vscode.ThemeIcon(name) };
}

function resyncWord(ms: number): string {
  return ms === 0 ? vscode.l10n.t('none') : vscode.l10n.t('every {0} s', Math.round(ms / 1000));
}
