import * as vscode from 'vscode';
import type { HeldStep } from '../debugger/heldStep.ts';
import type { Session } from '../inspector/session.ts';
import { whatIfAnswers } from '../inspector/whatIf/sessionWhatIf.ts';
import type { WhatIf } from '../protocol/stepping.ts';
import type { DecisionType, GateDecision } from '../trace/gate.ts';
import { verbWord } from './accessWords.ts';
import { deltaPoints } from './deltaPoints.ts';
import { ForgedEvents } from './forgedEvents.ts';
import type { Notifier } from './notifier.ts';
import { pickDelay } from './picks/pickDelay.ts';
import { pickInformer } from './picks/pickInformer.ts';
import { back, quickPick, steps } from './picks/quickPick.ts';
import { sourceTitle } from './stateWords.ts';

/**
 * What a person does to the course of things, where nothing real comes to harm: to the delta that is held, or, where none is, to the next that comes. It is
 * told what will happen, since that may be later.
 */
export class WhatIfActions {
  readonly #notifier: Notifier;
  readonly #forged = new ForgedEvents();

  constructor(notifier: Notifier) {
    this.#notifier = notifier;
  }

  async do(session: Session, what: WhatIf): Promise<void> {
    if (!session.stepper.allowsWhatIf || !session.whatIf) {
      const text = vscode.l10n.t('{0} is a real cluster: what happens can be changed on the playground and in a recording only.', sourceTitle(session));
      return this.#notifier.warn({ text, remedies: ['startPlayground'] });
    }
    switch (what) {
      case 'skip':
        return this.#decide(session, vscode.l10n.t('Skip Delta'), { type: 'skip' });
      case 'duplicate':
        return this.#decide(session, vscode.l10n.t('Duplicate Delta'), { type: 'duplicate' });
      case 'reorder':
        return this.#decide(session, vscode.l10n.t('Reorder Deltas'), { type: 'swap' });
      case 'delay': {
        const title = vscode.l10n.t('Delay Delta');
        const ms = await pickDelay(title);
        return ms === undefined || ms === back ? undefined : this.#decide(session, title, { type: 'delay', ms });
      }
      case 'forge':
        return this.#forge(session);
      case 'failReconcile':
        return this.#failReconcile(session);
      case 'resync':
      case 'dropWatch':
        return this.#ofInformer(session, what);
      case 'answer':
        return this.#answer(session);
    }
  }

  async #decide(session: Session, title: string, decision: GateDecision): Promise<void> {
    const held = heldThatTakes(session, decision.type);
    if (held) {
      if (!session.stepper.letGo(held.id, decision)) return this.#gone(held);
      return said(title, [held.owner, held.key].filter(Boolean).join(' '));
    }
    const informer = await pickInformer(session, title);
    if (!informer) return;
    session.stepper.decideNext({ point: 'watch.event', owner: informer.name }, decision);
    said(title, vscode.l10n.t('the next watch event of {0}', informer.name));
  }

  async #forge(session: Session): Promise<void> {
    const title = vscode.l10n.t('Forge Delta');
    const held = heldThatTakes(session, 'forge');
    const owner = held?.owner ?? (await pickInformer(session, title))?.name;
    if (owner === undefined) return;
    const object = held?.subject?.().object ?? (await this.#cached(session, owner, title));
    if (object === undefined) return;
    const event = await this.#forged.ask(title, object);
    if (!event || session.ended) return;
    const decision: GateDecision = { type: 'forge', event };
    if (!held) session.stepper.decideNext({ point: 'watch.event', owner }, decision);
    else if (!session.stepper.letGo(held.id, decision)) return this.#gone(held);
    said(title, held ? [held.owner, held.key].filter(Boolean).join(' ') : vscode.l10n.t('the next watch event of {0}', owner));
  }

  /** What a forged object begins with. */
  async #cached({ informers }: Session, owner: string, title: string): Promise<unknown> {
    const indexer = informers.get(owner)?.indexer;
    const choices = (indexer?.listKeys() ?? []).toSorted().map((key) => ({ label: key, value: key }));
    const key = await quickPick({ title, placeholder: vscode.l10n.t('From which object?'), none: vscode.l10n.t('{0} has no object in its cache', owner), choices });
    return key === undefined || key === back ? undefined : indexer?.get(key);
  }

  async #failReconcile(session: Session): Promise<void> {
    const title = vscode.l10n.t('Fail Next Reconcile');
    const { running } = session.controllers;
    const choices = running.map(({ name }) => ({ label: name, value: name }));
    const name = running.length === 1 ? running[0]!.name : await quickPick({ title, placeholder: vscode.l10n.t('Of which reconciler?'), none: vscode.l10n.t('No reconciler runs'), choices });
    if (name === undefined || name === back) return;
    session.whatIf?.failNextReconcile(name);
    said(title, vscode.l10n.t('the next reconcile of {0}', name));
  }

  async #ofInformer(session: Session, what: 'resync' | 'dropWatch'): Promise<void> {
    const title = what === 'resync' ? vscode.l10n.t('Fire Resync') : vscode.l10n.t('Drop Watch');
    const informer = await pickInformer(session, title);
    if (!informer) return;
    session.whatIf?.[what](informer.name);
    said(title, informer.name);
  }

  async #answer(session: Session): Promise<void> {
    const title = vscode.l10n.t('Answer Next List or Watch');
    const informer = await pickInformer(session, title);
    if (!informer) return;
    type Answer = { readonly request?: 'list' | 'watch'; readonly code?: (typeof whatIfAnswers)[number] };
    const answer = await steps<Answer>({}, [
      async () => {
        const choices = [
          { label: verbWord('watch'), description: vscode.l10n.t('the open one ends, so that the next is asked for'), value: 'watch' as const },
          { label: verbWord('list'), value: 'list' as const },
        ];
        const request = await quickPick({ title, placeholder: vscode.l10n.t('Which request?'), none: '', choices, step: { number: 1, of: 2 } });
        return request === back || request === undefined ? request : { request };
      },
      async (soFar) => {
        const choices = whatIfAnswers.map((code) => ({ label: `${code} ${reasonOf(code)}`, value: code }));
        const code = await quickPick({ title, placeholder: vscode.l10n.t('How is it answered?'), none: '', choices, step: { number: 2, of: 2 }, canGoBack: true });
        return code === back || code === undefined ? code : { ...soFar, code };
      },
    ]);
    if (!answer?.request || !answer.code) return;
    session.whatIf?.answerNext(informer.name, answer.request, answer.code);
    if (answer.request === 'watch') session.whatIf?.dropWatch(informer.name);
    said(title, vscode.l10n.t('the next {0} of {1}: {2}', answer.request, informer.name, answer.code));
  }

  #gone({ owner, key = '' }: HeldStep): Promise<void> {
    return this.#notifier.warn({ text: vscode.l10n.t('{0} {1} is not held any more.', owner, key), remedies: [] });
  }
}

/** The chosen one, where it can be decided so, else the one that is held longest of those. */
function heldThatTakes({ stepper }: Session, type: DecisionType): HeldStep | undefined {
  const fits = ({ point, takes = [] }: HeldStep): boolean => deltaPoints.has(point) && takes.includes(type);
  return stepper.chosen && fits(stepper.chosen) ? stepper.chosen : stepper.held.find(fits);
}

function reasonOf(code: (typeof whatIfAnswers)[number]): string {
  return { 410: 'Expired', 429: 'TooManyRequests', 500: 'InternalError' }[code];
}

function said(title: string, what: string): void {
  vscode.window.setStatusBarMessage(vscode.l10n.t('{0}: {1}', title, what.replaceAll('$(', '$\u200B(')), 5000);
}
