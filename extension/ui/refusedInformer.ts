import * as vscode from 'vscode';
import { DisposableStore, toDisposable } from '../base/disposable.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { placeOf } from '../inspector/access/placeOf.ts';
import type { Refusal } from '../inspector/access/refusals.ts';
import type { Session } from '../inspector/session.ts';
import { InformerInUse } from '../inspector/informerInUse.ts';
import { formatResource } from '../kube/resource.ts';
import { refusalText } from './accessWords.ts';
import { actsAs } from './identityWords.ts';
import { pickScope } from './picks/pickScope.ts';
import { back } from './picks/quickPick.ts';
import { revealInformer } from './revealInformer.ts';
import { clusterTitle } from './stateWords.ts';
import type { Ui } from './ui.ts';

/** What is refused later than this was not refused when it was asked for: the tree tells it. */
const freshMs = 60_000;

/**
 * Of an informer that a person has just started: when it is refused, and it has been found out where it would not be, that is said once, with
 * what starts it there.
 */
export function tellRefusal(ui: Ui, session: Session, name: string): void {
  const owned = new DisposableStore();
  const stop = (): void => owned.dispose();
  const look = (): void => {
    const refusal = session.refusals.of(name);
    const informer = session.informers.get(name);
    if (!informer) return stop();
    if (!refusal || refusal.elsewhere === 'asking') return;
    stop();
    void ui.notifier.warn({ text: refusalText(refusal, clusterTitle(session), actsAs(session.cluster.identity)), remedies: [], offers: offersFor(ui, session, informer, refusal) });
  };
  owned.add(session.refusals.onChange(look));
  owned.add(session.informers.onChange(look));
  const timer = setTimeout(stop, freshMs);
  owned.add(toDisposable(() => clearTimeout(timer)));
  session.signal.addEventListener('abort', stop, { once: true });
  owned.add(toDisposable(() => session.signal.removeEventListener('abort', stop)));
  look();
}

/**
 * Starts what is refused in one namespace in its stead, where a person may watch it. The one that is refused stops, unless a reconciler needs it; it may
 * have stopped already.
 * @param namespace default: the person is asked
 */
export async function startElsewhere(ui: Ui, session: Session, { name, resource, scope }: SharedInformer, namespace?: string): Promise<void> {
  if (session.ended) return;
  const chosen = namespace ?? (await pickScope(session, resource, ui.recents, { title: vscode.l10n.t('Start in a Namespace Instead'), step: { number: 1, of: 1 } }));
  if (chosen === undefined || chosen === back || session.ended || chosen === (scope.namespace ?? '')) return;
  const { namespace: _, ...everywhere } = scope;
  const settings = session.informers.all.find((informer) => informer.name === name)?.chosen;
  const started = session.informers.start(resource, { ...everywhere, ...(chosen && { namespace: chosen }) }, settings);
  ui.recents.noteInformer(placeOf(session), formatResource(resource), chosen || undefined);
  tellRefusal(ui, session, started.name);
  revealInformer(ui, session, started.name);
  try {
    await session.informers.stop(name);
  } catch (error) {
    if (!InformerInUse.is(error)) throw error;
  }
}

function offersFor(ui: Ui, session: Session, informer: SharedInformer, { elsewhere, namespaced }: Refusal): { readonly title: string; readonly run: () => unknown }[] {
  const [first] = typeof elsewhere === 'object' ? elsewhere.namespaces : [];
  return [
    ...(first === undefined ? [] : [{ title: vscode.l10n.t('Start in {0}', first), run: () => startElsewhere(ui, session, informer, first) }]),
    ...(namespaced ? [{ title: vscode.l10n.t('Choose Namespace...'), run: () => startElsewhere(ui, session, informer) }] : []),
  ];
}
