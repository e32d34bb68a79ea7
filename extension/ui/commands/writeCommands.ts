import * as vscode from 'vscode';
import type { HeldStep } from '../../debugger/heldStep.ts';
import { controllerNodeOf } from '../../inspector/controllerNode.ts';
import type { Session } from '../../inspector/session.ts';
import type { SessionController } from '../../inspector/sessionController.ts';
import { compareHeldWrite, compareLoggedWrite } from '../../inspector/writeComparison.ts';
import type { LoggedWrite } from '../../inspector/writeLog.ts';
import type { GateDecision } from '../../trace/gate.ts';
import { views } from '../contributions.ts';
import { writeWords } from '../controllerWords.ts';
import { withoutIcons } from '../inertText.ts';
import { pickController } from '../picks/pickController.ts';
import { pickDelay } from '../picks/pickDelay.ts';
import { back, quickPick, steps } from '../picks/quickPick.ts';
import { showComparison } from '../showComparison.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';
import { sentenceFor } from './steppedSession.ts';

/** A write that is held now, and where. */
interface Held {
  readonly session: Session;
  readonly step: HeldStep;
}

/** Writes that are held, and those that are over: what they do to the object, and what becomes of them. */
export function writeCommands(ui: Ui) {
  const { inspector, controllersUi: { tree }, texts, notifier } = ui;

  const held = async (args: readonly unknown[], title: string): Promise<Held | undefined> => {
    const [write] = nodesOf('heldWrite', args);
    const [key] = write ? [write.parent] : nodesOf('key', args);
    if (key) {
      const step = tree.heldOf(key);
      return step?.point === 'reconcile.write' ? { session: controllerNodeOf(key).session, step } : undefined;
    }
    return pickHeld(inspector.sessions.all, title);
  };

  const compare = (of: string, title: string, name: string, left: string, right: string): Promise<void> => showComparison(texts, { id: { of }, title, name: `${name}.yaml`, left, right, preview: false });

  return {
    /** Two comparisons: with what the reconciler believes, which is in front, and with what is. */
    async showHeldWrite(...args: readonly unknown[]): Promise<void> {
      const found = await held(args, vscode.l10n.t('Show Held Write'));
      if (!found?.step.effect?.write) return;
      const { session, step } = found;
      const { write, body } = step.effect!;
      const controller = session.controllers.get(step.owner);
      const { cache, server, written } = await vscode.window.withProgress({ location: { viewId: views.controllers } }, () => compareHeldWrite(session, write!, body, ownName(controller) ?? step.owner));
      const id = `held ${session.instance} ${step.id}`;
      const what = vscode.l10n.t('held {0}', write!.verb);
      const { name } = write!;
      await compare(`${id} server`, vscode.l10n.t('{0}: server ↔ {1}', name, what), name, server, written);
      await compare(`${id} cache`, vscode.l10n.t('{0}: cache ↔ {1}', name, what), name, cache, written);
    },

    async resolveHeldWrite(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Resolve Held Write');
      const found = await held(args, title);
      if (!found) return;
      const why = ui.focus.whyNotStepped(found.session);
      if (why) return notifier.warn(sentenceFor(found.session, why));
      const answer = await steps<{ readonly decision?: GateDecision | 'through' | 'delay' }>({}, [
        async () => picked(await pickDecision(title, found.step)),
        async ({ decision }) => (decision === 'delay' ? delayed(await pickDelay(title, { number: 2, of: 2 })) : { decision: decision! }),
      ]);
      if (!answer?.decision || answer.decision === 'delay') return;
      const { session, step } = found;
      const isLetGo = session.stepper.letGo(step.id, answer.decision === 'through' ? undefined : answer.decision);
      if (!isLetGo) await notifier.warn({ text: vscode.l10n.t('{0} is not held any more.', step.effect?.summary ?? ''), remedies: [] });
    },

    async showLastWrite(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Show Last Write');
      const found = await lastWrite(ui, args, title);
      if (!found) return;
      const { session, write } = found;
      const { before, after } = compareLoggedWrite(write);
      const { name } = write.request;
      const what = write.dryRun ? vscode.l10n.t('{0} (dry run)', write.request.verb) : write.request.verb;
      await compare(`write ${session.instance} ${write.seq}`, vscode.l10n.t('{0}: cache ↔ {1} #{2}', name, what, write.seq), name, before, after);
    },
  };
}

/** Under which its writes are in `managedFields`: replicas share it. */
function ownName(controller: SessionController | undefined): string | undefined {
  return controller?.controller?.reconciler.name;
}

function picked<T extends GateDecision | 'through' | 'delay'>(decision: T | typeof back | undefined): { readonly decision: T } | typeof back | undefined {
  return decision === back || decision === undefined ? decision : { decision };
}

function delayed(ms: number | typeof back | undefined): { readonly decision: GateDecision } | typeof back | undefined {
  return ms === back || ms === undefined ? ms : { decision: { type: 'delay', ms } };
}

/** The only one that is held, or the one that is chosen. */
async function pickHeld(sessions: readonly Session[], title: string): Promise<Held | undefined> {
  const all = sessions.flatMap((session) => session.stepper.held.filter(({ point }) => point === 'reconcile.write').map((step) => ({ session, step })));
  if (all.length === 1) return all[0];
  const choices = all.map((each) => ({ label: withoutIcons(each.step.effect?.summary ?? ''), description: withoutIcons([each.step.owner, each.step.key, sourceTitle(each.session)].join(' · ')), value: each }));
  const choice = await quickPick({ title, placeholder: vscode.l10n.t('Which write?'), none: vscode.l10n.t('No write is held: pause the pipeline, and the next one is'), choices });
  return choice === back ? undefined : choice;
}

function pickDecision(title: string, { effect }: HeldStep): Promise<GateDecision | 'through' | 'delay' | typeof back | undefined> {
  return quickPick<GateDecision | 'through' | 'delay'>({
    title,
    placeholder: effect?.summary ?? '',
    none: '',
    choices: [
      { label: vscode.l10n.t('Let Through'), description: vscode.l10n.t('it is sent as it is'), iconPath: new vscode.ThemeIcon('debug-continue'), value: 'through' },
      { label: vscode.l10n.t('Skip'), description: vscode.l10n.t('it is not sent, and the reconciler believes that it was'), iconPath: new vscode.ThemeIcon('debug-step-over'), value: { type: 'skip' } },
      { label: vscode.l10n.t('Fail with Conflict (409)'), description: vscode.l10n.t('as if somebody else had been faster'), iconPath: new vscode.ThemeIcon('error'), value: { type: 'fail', code: 409 } },
      { label: vscode.l10n.t('Fail with Server Error (500)'), description: vscode.l10n.t('as if the server were in trouble'), iconPath: new vscode.ThemeIcon('error'), value: { type: 'fail', code: 500 } },
      { label: vscode.l10n.t('Delay...'), description: vscode.l10n.t('it is sent after a while'), iconPath: new vscode.ThemeIcon('watch'), value: 'delay' },
    ],
  });
}

/** The write that was clicked, the last one of the key that was, or one that is chosen. */
async function lastWrite({ controllersUi: { tree }, notifier }: Ui, args: readonly unknown[], title: string): Promise<{ readonly session: Session; readonly write: LoggedWrite } | undefined> {
  const [clicked] = nodesOf('write', args);
  const [key] = nodesOf('key', args);
  const node = clicked ?? key ?? nodesOf('controller', args)[0] ?? (await pickController(tree, title, ({ controller }) => writesOf(controller).length > 0));
  if (!node) return undefined;
  const { session, controller } = controllerNodeOf(node);
  const seq = clicked?.seq ?? (key ? tree.rowOf(key)?.writes[0]?.seq : await pickWrite(controller, title));
  if (seq === undefined) return undefined;
  const write = controller.record.writes.get(seq);
  if (write) return { session, write };
  await notifier.warn({ text: vscode.l10n.t('The objects of that write are not kept any more: only those of the last ones are.'), remedies: [] });
  return undefined;
}

async function pickWrite(controller: SessionController, title: string): Promise<number | undefined> {
  const choices = writesOf(controller).map(({ key, write }) => ({ label: withoutIcons(`${write.verb} ${write.target}`), description: withoutIcons(`${key} · ${writeWords(write)}`), value: write.seq }));
  const choice = await quickPick({ title, placeholder: vscode.l10n.t('Which write of {0}?', controller.name), none: vscode.l10n.t('{0} has written nothing yet', controller.name), choices });
  return choice === back ? undefined : choice;
}

/** The newest first. */
function writesOf({ record: { keys } }: SessionController) {
  return [...keys.keys()].flatMap((key) => (keys.get(key)?.writes ?? []).map((write) => ({ key, write }))).toSorted((one, other) => other.write.seq - one.write.seq).slice(0, 200);
}
