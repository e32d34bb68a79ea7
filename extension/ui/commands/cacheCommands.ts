import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import type { CacheVerification, VerifyProgress } from '../../inspector/verify/verifyCache.ts';
import { withoutLinks } from '../inertText.ts';
import { pickAnyInformer } from '../picks/pickAnyInformer.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';

interface Target {
  readonly session: Session;
  readonly informer: string;
}

/** In the trace, of a relist that was asked for here. */
const relistReason = 'asked for by a command';

/** A cache is compared with its server, and listed anew. */
export function cacheCommands(ui: Ui) {
  return {
    async verifyCache(...args: readonly unknown[]): Promise<void> {
      const target = await targetOf(ui, args, vscode.l10n.t('Verify Cache'));
      const verification = target && (await verify(target));
      if (target && verification) await tell(ui, target, verification);
    },

    async relist(...args: readonly unknown[]): Promise<void> {
      const target = await targetOf(ui, args, vscode.l10n.t('Relist'));
      if (target) target.session.caches.relist(target.informer, relistReason); // the tree shows that it lists
    },
  };
}

async function targetOf({ inspector }: Ui, args: readonly unknown[], title: string): Promise<Target | undefined> {
  const [clicked] = nodesOf('informer', args);
  if (clicked) return { session: clicked.parent.session, informer: clicked.name };
  const picked = await pickAnyInformer(inspector, title);
  return picked && { session: picked.session, informer: picked.name };
}

/** Cancelling ends it with what was found until then; nothing where that is nothing. */
async function verify({ session, informer }: Target): Promise<CacheVerification | undefined> {
  const title = vscode.l10n.t('Comparing the cache of {0} with its server', informer);
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (progress, token) => {
    const running = session.caches.verify(informer);
    const report = (): void => {
      const now = session.caches.of(informer)?.progress;
      if (now) progress.report({ message: progressWords(now) });
    };
    report();
    const changes = session.caches.onChange(report);
    const cancel = token.onCancellationRequested(() => session.caches.stop(informer));
    try {
      return await running;
    } catch (error) {
      if (token.isCancellationRequested || session.ended) return undefined;
      throw error;
    } finally {
      changes.dispose();
      cancel.dispose();
    }
  });
}

function progressWords(progress: VerifyProgress): string {
  switch (progress.phase) {
    case 'listing':
      return progress.remaining === undefined
        ? vscode.l10n.t('{0} objects listed', progress.objects)
        : vscode.l10n.t('{0} objects listed, about {1} to come', progress.objects, progress.remaining);
    case 'comparing':
      return vscode.l10n.t('comparing {0} objects', progress.objects);
    case 'waiting':
      if (progress.why === 'queued') return vscode.l10n.t('{0} keys cannot be decided before their deltas are popped: continue, if the pipeline is paused', progress.undecided);
      return vscode.l10n.t('{0} keys cannot be decided before the watch has come to version {1}', progress.undecided, progress.version);
  }
}

async function tell({ panels }: Ui, { session, informer }: Target, { outcome, objects, version, counts, undecided }: CacheVerification): Promise<void> {
  const open = vscode.l10n.t('Open Panel');
  const relist = vscode.l10n.t('Relist');
  const differing = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const show = async (): Promise<string | undefined> => {
    switch (outcome) {
      case 'same':
        return vscode.window.showInformationMessage(withoutLinks(vscode.l10n.t('The cache of {0} is true: {1} objects compared at version {2}.', informer, objects, version)));
      case 'differs':
        return vscode.window.showWarningMessage(
          withoutLinks(vscode.l10n.t('The cache of {0} differs from the server at version {1} in {2} keys. Open the panel to see them, or have everything listed anew.', informer, version, differing)),
          relist,
          open,
        );
      case 'undecided':
        return vscode.window.showInformationMessage(
          withoutLinks(
            vscode.l10n.t('No difference of the cache of {0} was proved at version {1}, but {2} keys could not be decided. Verify again when the watch has caught up.', informer, version, undecided?.count ?? 0),
          ),
          open,
        );
    }
  };
  const chosen = await show();
  if (session.ended) return;
  if (chosen === relist) session.caches.relist(informer, relistReason);
  if (chosen === open) panels.open(session, informer);
}
