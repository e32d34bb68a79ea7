import * as vscode from 'vscode';
import type { Reconciler } from '../../controller/api.ts';
import type { RunReport } from '../../controller/runReport.ts';
import type { ControllerNode } from '../../inspector/controllerNode.ts';
import { controllerNodeOf } from '../../inspector/controllerNode.ts';
import { idempotencyOf } from '../../inspector/idempotencyOf.ts';
import { placeOf } from '../../inspector/keyTable.ts';
import type { SessionController } from '../../inspector/sessionController.ts';
import { touchedResources } from '../../inspector/touchedResources.ts';
import { views } from '../contributions.ts';
import { withoutLinks } from '../inertText.ts';
import { pickController } from '../picks/pickController.ts';
import { pickKey } from '../picks/pickKey.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';
import { mayWrite } from './askHowToRun.ts';
import { openSampleSource } from './reconcilerCommands.ts';

/** What is done to a reconciler that is there, or asked of it. */
export function controllerCommands(ui: Ui) {
  const { controllersUi: { tree, outputs }, texts, panels, notifier } = ui;

  /** Those that were clicked, else the one that is chosen. */
  const meant = async (args: readonly unknown[], title: string, isMeant?: (node: ControllerNode) => boolean): Promise<readonly ControllerNode[]> => {
    const clicked = nodesOf('controller', args);
    if (clicked.length > 0) return clicked;
    const picked = await pickController(tree, title, isMeant);
    return picked ? [picked] : [];
  };

  return {
    async restartReconciler(...args: readonly unknown[]): Promise<void> {
      for (const { controller } of await meant(args, vscode.l10n.t('Restart Reconciler'))) await controller.restart();
    },

    async stopReconciler(...args: readonly unknown[]): Promise<void> {
      for (const { controller } of await meant(args, vscode.l10n.t('Stop Reconciler'))) await controller.stop();
    },

    /** Without a question: that a process may die at any time is what it is there to show. */
    async killReconciler(...args: readonly unknown[]): Promise<void> {
      for (const { controller } of await meant(args, vscode.l10n.t('Kill Reconciler Process'), hasProcess)) await controller.kill();
    },

    /** One that runs alone is started again as the first of two: a leader is elected only among those that take part. */
    async runReplica(...args: readonly unknown[]): Promise<void> {
      const [node] = await meant(args, vscode.l10n.t('Run Second Replica'), hasProcess);
      if (node) await runReplica(ui, node);
    },

    async checkIdempotency(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Check Idempotency');
      const [clicked] = nodesOf('key', args);
      const [node] = clicked ? [controllerNodeOf(clicked)] : await meant(args, title, ({ controller }) => controller.state === 'running');
      if (!node) return;
      const { session, controller } = node;
      const none = vscode.l10n.t('{0} has no key that is settled', controller.name);
      const key = clicked ?? (await pickKey(tree, node, { title, none, isMeant: (row) => placeOf(row, session.now()) === 'settled' }));
      if (!key) return;
      const report = await vscode.window.withProgress({ location: { viewId: views.controllers } }, () => controller.runAgain(key.key));
      const { text, isFine } = verdict(controller.name, report, controller.dryRun);
      const show = vscode.l10n.t('Show in Panel');
      const chosen = await (isFine ? vscode.window.showInformationMessage : vscode.window.showWarningMessage)(withoutLinks(text), show);
      if (chosen) panels.open(session);
    },

    async showMetrics(...args: readonly unknown[]): Promise<void> {
      const [node] = await meant(args, vscode.l10n.t('Show Controller Metrics'));
      if (!node) return;
      const { session, controller } = node;
      const text = controller.controller?.metricsText || session.controllers.metrics();
      await texts.show(texts.put(`${controller.name}.metrics.txt`, JSON.stringify(['metrics', session.id, controller.name]), text));
    },

    async showReconcilerOutput(...args: readonly unknown[]): Promise<void> {
      const [node] = await meant(args, vscode.l10n.t('Show Reconciler Output'));
      if (node && !outputs.show(node.controller)) await notifier.warn({ text: vscode.l10n.t('{0} has said nothing yet.', node.controller.name), remedies: [] });
    },

    async openReconcilerSource(...args: readonly unknown[]): Promise<void> {
      for (const { controller } of await meant(args, vscode.l10n.t('Open Reconciler Source'))) await openSource(ui, controller);
    },
  };
}

function hasProcess({ controller }: ControllerNode): boolean {
  return controller.pid !== undefined && controller.state !== 'crashed';
}

async function openSource(ui: Ui, { source }: SessionController): Promise<void> {
  if (source.kind === 'file') await vscode.window.showTextDocument(vscode.Uri.file(source.path), { preview: false });
  else await openSampleSource(ui, { files: [source.name] });
}

/** Who leads is in a Lease, which a dry run does not store: it takes a yes to writes. */
async function runReplica({ settings, inspector, notifier }: Ui, { session, controller }: ControllerNode): Promise<void> {
  const { source, options, controller: running } = controller;
  if (!options || !running) return notifier.warn({ text: vscode.l10n.t('{0} is not running yet. Wait until it is, and try again.', controller.name), remedies: [] });
  if (options.dryRun) {
    const text = vscode.l10n.t('{0} runs as a dry run, in which no Lease is stored, so that no leader can be elected. Run it with writes to {1}, or on the playground.', controller.name, sourceTitle(session));
    return notifier.warn({ text, remedies: ['runReconciler', 'startPlayground'] });
  }
  const allow = (reconciler: Reconciler): Promise<boolean> => (session.source.kind === 'playground' ? Promise.resolve(true) : mayWrite({ settings, inspector }, session, options.namespace ?? '', reconciler, ['coordination.k8s.io/v1/leases']));
  if (!(await allow(running.reconciler))) return;
  const resources = touchedResources(running.reconciler);
  // Each is asked for again by itself, when it works with something else or is another run.
  const run = (replica: string): Promise<SessionController> => {
    const answer = { ...options, replica };
    return session.controllers.run({ ...source }, { answer: { run: answer, resources }, ask: async (reconciler) => ((await allow(reconciler)) ? answer : undefined) });
  };
  const replicas = session.controllers.all.filter(({ options: other, source: otherSource }) => other?.replica !== undefined && JSON.stringify(otherSource) === JSON.stringify(source));
  const numbers = replicas.map(({ options: other }) => Number(other!.replica)).filter(Number.isInteger);
  const next = Math.max(0, ...numbers) + 1;
  if (options.replica === undefined) {
    await controller.stop();
    await run(String(next));
    await run(String(next + 1));
  } else {
    await run(String(next));
  }
}

/** What follows from another run, as a sentence. */
function verdict(name: string, report: RunReport, dryRun: boolean): { readonly text: string; readonly isFine: boolean } {
  const { key, message, writes } = report;
  const written = writes.map(({ verb, target, code }) => `${verb} ${target} (${code})`).join(', ');
  switch (idempotencyOf(report, dryRun)) {
    case 'stopped':
      return { text: vscode.l10n.t('{0} was stopped before {1} had run again.', name, key), isFine: true };
    case 'failed':
      return { text: vscode.l10n.t('{0} failed when {1} was run again: {2}', name, key, message ?? ''), isFine: false };
    case 'unsettled':
      return { text: vscode.l10n.t('{0} was not settled: something had asked for it, so that this run says nothing. Try again when it is.', key), isFine: false };
    case 'idempotent':
      return { text: vscode.l10n.t('{0} is idempotent for {1}: another run wrote nothing.', name, key), isFine: true };
    case 'rewrites':
      return { text: vscode.l10n.t('{0} changes nothing when {1} is run again, but it writes all the same: {2}. Compare first, and spare the server.', name, key, written), isFine: false };
    case 'unknown':
      return { text: vscode.l10n.t('{0} runs as a dry run, which stores nothing, so that another run of {1} tells nothing: it would change {2}, as the run before would have. Try it on the playground, or with writes.', name, key, written), isFine: true };
    case 'changes':
      return { text: vscode.l10n.t('{0} is not idempotent for {1}: another run changed {2}.', name, key, written), isFine: false };
  }
}
