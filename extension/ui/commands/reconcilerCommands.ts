import * as vscode from 'vscode';
import type { Reconciler } from '../../controller/api.ts';
import { watchOf } from '../../controller/watchedKind.ts';
import { type GroupVersionResource, parseResource } from '../../kube/resource.ts';
import type { Session } from '../../inspector/session.ts';
import type { AskHow } from '../../inspector/sessionController.ts';
import { views } from '../contributions.ts';
import { pickSession } from '../picks/pickSession.ts';
import { pickScope } from '../picks/pickScope.ts';
import { back, quickPick, steps } from '../picks/quickPick.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';
import { nodesOf, sessionIn } from './arguments.ts';

/** A sample reconciler runs, and is stopped. On anything but the playground it writes only when the person says so, for that one run. */
export function reconcilerCommands(ui: Ui) {
  const { inspector, settings, notifier } = ui;
  return {
    async runReconciler(...args: readonly unknown[]): Promise<void> {
      if (!vscode.workspace.isTrusted) {
        const text = vscode.l10n.t('Reconcilers do not run while this workspace is not trusted. Trust it to run one.');
        return notifier.warn({ text, remedies: [], manageTrust: true });
      }
      const title = vscode.l10n.t('Run Sample Reconciler');
      const session = sessionIn(args) ?? (await pickSession(inspector, { title, canOpen: true }));
      if (!session) return;
      const ask: AskHow = async (reconciler) => {
        if (!(await mayReplace(session, reconciler))) return undefined;
        const answers = await askFor(ui, session, reconciler, title);
        if (!answers || session.ended) return undefined;
        const { dryRun, namespace } = answers;
        return { dryRun, workers: settings.get('reconciler.workers'), priority: settings.get('reconciler.priorityQueue'), ...(namespace ? { namespace } : {}) };
      };
      const { error } = await session.controllers.run({ kind: 'sample', name: 'deploymentRollout' }, { ask });
      if (error !== undefined) throw error;
      await vscode.commands.executeCommand(`${views.controllers}.focus`);
    },

    async stopReconciler(...args: readonly unknown[]): Promise<void> {
      const clicked = nodesOf('controller', args);
      if (clicked.length > 0) {
        for (const { session, controller } of clicked) await session.controllers.stop(controller.name);
        return;
      }
      const running = inspector.sessions.all.flatMap((session) => session.controllers.all.map(({ name }) => ({ session, name })));
      const [only] = running;
      const choices = running.map((each) => ({ label: each.name, description: sourceTitle(each.session), value: each }));
      const picked = running.length > 1 ? await quickPick({ title: vscode.l10n.t('Stop Reconciler'), placeholder: vscode.l10n.t('Which one?'), none: vscode.l10n.t('No reconciler runs'), choices }) : only;
      if (picked !== undefined && picked !== back) await picked.session.controllers.stop(picked.name);
    },
  };
}

function resourceName(watch: Reconciler['for']): string {
  const { resource } = watchOf(watch);
  return typeof resource === 'string' ? resource : resource.resource;
}

function ownResource(reconciler: Reconciler): GroupVersionResource {
  const name = resourceName(reconciler.for);
  const parsed = parseResource(name);
  if (!parsed) throw new Error(`${JSON.stringify(name)} names no resource`);
  return parsed;
}

/** One of its name that runs already would be stopped: asked once. */
async function mayReplace(session: Session, { name }: Reconciler): Promise<boolean> {
  if (!session.controllers.all.some((controller) => controller.name === name)) return true;
  const proceed = vscode.l10n.t('Stop and Run Again');
  const question = vscode.l10n.t('{0} runs on {1} already. Stop it and run it again?', name, sourceTitle(session));
  return (await vscode.window.showWarningMessage(question, { modal: true }, proceed)) === proceed;
}

interface Answers {
  readonly dryRun: boolean;
  /** Empty: all namespaces. */
  readonly namespace: string;
}

/**
 * On the playground everything is allowed. Elsewhere the person says where it runs and whether it may write; the answer is not
 * remembered. Undefined: dismissed.
 */
async function askFor({ recents }: Ui, session: Session, reconciler: Reconciler, title: string): Promise<Answers | undefined> {
  if (session.source.kind === 'playground') return { dryRun: false, namespace: '' };
  const answers = await steps<Partial<Answers>>({}, [
    async () => {
      const namespace = await pickScope(session, ownResource(reconciler), recents, { title, step: { number: 1, of: 2 } });
      if (namespace === back || namespace === undefined) return namespace;
      recents.noteScope(resourceName(reconciler.for), namespace);
      return { namespace };
    },
    async ({ namespace }) => {
      const mode = await pickMode(session, reconciler, title);
      return mode === back || mode === undefined ? mode : { namespace: namespace ?? '', dryRun: mode === 'dryRun' };
    },
  ]);
  const { dryRun, namespace } = answers ?? {};
  if (dryRun === undefined || namespace === undefined) return undefined;
  return dryRun || (await confirmWrites(session, namespace, reconciler)) ? { dryRun, namespace } : undefined;
}

function pickMode(session: Session, reconciler: Reconciler, title: string): Promise<'dryRun' | 'write' | typeof back | undefined> {
  return quickPick<'dryRun' | 'write'>({
    title,
    placeholder: vscode.l10n.t('What may {0} write?', reconciler.name),
    none: '',
    choices: [
      {
        label: vscode.l10n.t('Dry Run (server-side)'),
        description: vscode.l10n.t('the server checks every write and stores none'),
        iconPath: new vscode.ThemeIcon('shield'),
        value: 'dryRun',
      },
      {
        label: vscode.l10n.t('Write to {0}...', sourceTitle(session)),
        description: vscode.l10n.t('creates and scales for real, for this run only'),
        iconPath: new vscode.ThemeIcon('edit'),
        value: 'write',
      },
    ],
    step: { number: 2, of: 2 },
    canGoBack: true,
  });
}

async function confirmWrites(session: Session, namespace: string, reconciler: Reconciler): Promise<boolean> {
  const name = sourceTitle(session);
  const write = vscode.l10n.t('Write to {0}', name);
  const detail = vscode.l10n.t(
    '{0} will create and change {1} in {2} of {3} ({4}), for every object of {5}. It competes with whatever controller does this there already.',
    reconciler.name,
    (reconciler.owns ?? []).map(resourceName).join(', '),
    namespace ? vscode.l10n.t('the namespace {0}', namespace) : vscode.l10n.t('all namespaces'),
    name,
    session.cluster.server,
    resourceName(reconciler.for),
  );
  const question = vscode.l10n.t('Let {0} write to {1}?', reconciler.name, name);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, write)) === write;
}
