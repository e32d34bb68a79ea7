import * as vscode from 'vscode';
import { clip } from '../base/clip.ts';
import { sum } from '../base/sum.ts';
import type { PlaygroundState } from '../inspector/playgroundLife.ts';
import { faultCount } from './faultWords.ts';
import { withoutIcons } from './inertText.ts';

/** An informer, as far as the status bar tells of it. */
export interface StatusInformer {
  readonly name: string;
  /** Its state in a word or two. */
  readonly word: string;
  readonly isFailing: boolean;
  /** It lists, or streams, what it has to hold before it is of use. */
  readonly isListing: boolean;
  /** Its cache is being compared with the server. */
  readonly isVerified: boolean;
}

export interface StatusSource {
  readonly title: string;
  /** Who asks there; empty: not told. */
  readonly who: string;
  readonly isConnecting: boolean;
  readonly isPaused: boolean;
  readonly faults: number;
  /** The worst first. */
  readonly informers: readonly StatusInformer[];
}

export interface StatusPicture {
  readonly playground: PlaygroundState;
  readonly sources: readonly StatusSource[];
}

export interface StatusText {
  /** With its one icon, which is a spinner while something goes on in the background that will be over. */
  readonly text: string;
  /** The same for who does not see it. */
  readonly label: string;
  readonly tooltip: string;
}

/** What the status bar says of everything that is inspected; undefined where nothing is, and nothing is on its way. */
export function statusOf({ playground, sources }: StatusPicture): StatusText | undefined {
  if (playground === 'starting') return textOf('loading~spin', [vscode.l10n.t('Starting the playground')], []);
  const shown = sources.filter(({ informers, isConnecting }) => informers.length > 0 || isConnecting);
  if (shown.length === 0) return undefined;
  const informers = shown.flatMap((source) => source.informers);
  const failing = informers.filter(({ isFailing }) => isFailing).length;
  const paused = shown.some(({ isPaused }) => isPaused);
  const doing = doingOf(shown, informers);
  const parts = [
    shown.map(({ title }) => title).join(', '),
    paused ? vscode.l10n.t('paused') : '',
    doing,
    countOf(informers.length),
    failing > 0 ? vscode.l10n.t('{0} failing', failing) : '',
    faultCount(sum(shown, ({ faults }) => faults)),
  ];
  // What is held goes no further: that is what a person has to know of it.
  return textOf(paused ? 'debug-pause' : doing === '' ? 'pulse' : 'loading~spin', parts.filter(Boolean), shown);
}

/** What will be over, in a word. What fails is tried again and again: that is told as failing. */
function doingOf(sources: readonly StatusSource[], informers: readonly StatusInformer[]): string {
  if (sources.some(({ isConnecting }) => isConnecting)) return vscode.l10n.t('connecting');
  if (informers.some(({ isListing, isFailing }) => isListing && !isFailing)) return vscode.l10n.t('listing');
  return informers.some(({ isVerified }) => isVerified) ? vscode.l10n.t('verifying') : '';
}

function countOf(informers: number): string {
  if (informers === 0) return '';
  return informers === 1 ? vscode.l10n.t('1 informer') : vscode.l10n.t('{0} informers', informers);
}

function textOf(icon: string, parts: readonly string[], sources: readonly StatusSource[]): StatusText {
  const label = parts.map(plain).join(' · ');
  const tooltip = [vscode.l10n.t('Informer Inspector'), ...sources.flatMap(describe), sources.length > 0 ? vscode.l10n.t('Click to open the panel') : ''].filter(Boolean).join('\n');
  return { text: `$(${icon}) ${label}`, label, tooltip };
}

/** So many informers of a source are named. */
const described = 12;

/** A source, and under it each of its informers with its state in a word: nothing that moves by itself. */
function describe({ title, who, informers }: StatusSource): readonly string[] {
  const lines = informers.slice(0, described).map(({ name, word }) => `  ${name}: ${word}`);
  return [who ? vscode.l10n.t('{0}, {1}', title, who) : title, ...lines, ...(informers.length > described ? [vscode.l10n.t('  and {0} more', informers.length - described)] : [])];
}

/** A long name leaves room for the others. */
function plain(text: string): string {
  return withoutIcons(clip(text, 40));
}
