import * as vscode from 'vscode';
import { namePattern } from '../../debugger/namePattern.ts';
import type { Session } from '../../inspector/session.ts';
import { withoutIcons } from '../inertText.ts';
import type { Choice } from './choice.ts';
import { currentWord } from './currentWord.ts';
import { type back, quickPick } from './quickPick.ts';

/** Keys that are offered; others are typed. */
const mostKeys = 2000;

export interface KeyPatternOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Whose keys are offered. */
  readonly sessions: readonly Session[];
  /** Only of this informer, or of those of a pattern; where it is none, but the name of a controller, any may come. */
  readonly informer?: string | undefined;
  /** Offers that any key will do, which is ''. */
  readonly canBeAny?: boolean;
  /** What is set: offered first where it is none of the keys, since it may be a pattern; '' is any key. */
  readonly active?: string | undefined;
  readonly step?: { readonly number: number; readonly of: number };
  readonly canGoBack?: boolean;
}

/** A key of those that are cached, or a pattern that is typed: `web/*`. */
export function pickKeyPattern({ title, placeholder, sessions, informer, canBeAny, active, step, canGoBack }: KeyPatternOptions): Promise<string | typeof back | undefined> {
  const any: Choice<string> = { label: vscode.l10n.t('Any key'), description: currentWord(active === ''), value: '' };
  const keys = keysOf(sessions, informer, active);
  const isOffered = !active || keys.some(({ value }) => value === active);
  return quickPick<string>({
    title,
    placeholder,
    none: vscode.l10n.t('Type a key, or a pattern like web/*'),
    choices: [...(canBeAny ? [any] : []), ...(isOffered ? [] : [choiceOf(active, '', active)]), ...keys],
    typed: (text) => (text.length <= 1024 ? { label: withoutIcons(text), ...(text.includes('*') && { description: vscode.l10n.t('pattern') }), value: text } : undefined),
    active: (key) => key === active,
    ...(step && { step }),
    ...(canGoBack && { canGoBack }),
  });
}

function keysOf(sessions: readonly Session[], informer: string | undefined, active: string | undefined): Choice<string>[] {
  const all = sessions.flatMap(({ informers }) => informers.all);
  const isMeant = informer === undefined ? () => false : namePattern(informer);
  const ofInformer = all.filter(({ name }) => isMeant(name));
  const whose = new Map<string, Set<string>>();
  for (const { name, informer: { indexer } } of ofInformer.length > 0 ? ofInformer : all) {
    for (const key of indexer.listKeys()) {
      if (whose.size >= mostKeys && !whose.has(key)) continue;
      whose.set(key, (whose.get(key) ?? new Set()).add(name));
    }
  }
  return [...whose].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, names]) => choiceOf(key, [...names].join(', '), active));
}

function choiceOf(key: string, description: string, active: string | undefined): Choice<string> {
  return { label: withoutIcons(key), description: currentWord(key === active, description), value: key };
}
