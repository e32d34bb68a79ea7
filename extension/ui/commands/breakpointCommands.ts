import * as vscode from 'vscode';
import type { Breakpoint } from '../../debugger/breakpoint.ts';
import { breakpointSpecOf, isHitCondition, keptSpecOf } from '../../inspector/breakpointSpec.ts';
import { breakpointTerms } from '../../inspector/breakpointTerms.ts';
import { controllerNodeOf } from '../../inspector/controllerNode.ts';
import { informerNodeOf } from '../../inspector/treeNode.ts';
import { isRecord } from '../../kube/object.ts';
import type { BreakpointNode } from '../breakpointsView.ts';
import { views } from '../contributions.ts';
import { withoutIcons } from '../inertText.ts';
import { askBreakpoint, inputCondition, inputLogMessage } from '../picks/askBreakpoint.ts';
import { inputText } from '../picks/inputText.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';

/** Breakpoints are set, changed, switched and removed: from the palette, which asks for what it lacks, from their view, and from the tree. */
export function breakpointCommands(ui: Ui) {
  const { debuggerUi, inspector } = ui;
  const { breakpoints } = debuggerUi;

  /** The rows that were clicked or, by a key, which is handed no row, those that are selected; else one that is chosen. */
  const meant = async (args: readonly unknown[], title: string): Promise<readonly Breakpoint[]> => {
    const rows = args[0] === 'selected' ? debuggerUi.view.view.selection : breakpointNodes(args);
    const clicked = rows.flatMap(({ id }) => breakpoints.get(id) ?? []);
    if (clicked.length > 0) return clicked;
    const picked = await pickBreakpoint(breakpoints.all, title);
    return picked ? [picked] : [];
  };
  const oneMeant = async (args: readonly unknown[], title: string): Promise<Breakpoint | undefined> => (await meant(args, title))[0];
  /** Only what was asked for is another; an empty text takes the part away. */
  const change = (breakpoint: Breakpoint, name: 'condition' | 'hitCondition' | 'logMessage', text: string): void => {
    const { [name]: _before, ...rest } = keptSpecOf(breakpoint);
    const spec = breakpointSpecOf(text.trim() === '' ? rest : { ...rest, [name]: text.trim() });
    if (spec) breakpoints.change(breakpoint.id, spec);
    else void ui.notifier.warn({ text: vscode.l10n.t('Without that, the breakpoint would stop everything. Remove it instead, or edit what it stops for.'), remedies: [] });
  };

  return {
    async addBreakpoint(...args: readonly unknown[]): Promise<void> {
      const objects = nodesOf('object', args).map((node) => ({ key: node.key, informer: informerNodeOf(node).name }));
      const keys = nodesOf('key', args).map((node) => ({ key: node.key, informer: controllerNodeOf(node).controller.name }));
      for (const parts of [...objects, ...keys]) await debuggerUi.add({ enabled: true, ...parts });
      if (objects.length + keys.length > 0) return;
      const [informer] = nodesOf('informer', args);
      const spec = await askBreakpoint({ title: vscode.l10n.t('Add Breakpoint'), sessions: inspector.sessions.all, check: debuggerUi.checkExpression, checkLog: debuggerUi.checkLogMessage, parts: informer ? { informer: informer.name } : {} });
      if (spec) await debuggerUi.add(spec);
    },

    async editBreakpoint(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Edit Breakpoint');
      const breakpoint = await oneMeant(args, title);
      if (!breakpoint) return;
      const { enabled, ...parts } = keptSpecOf(breakpoint);
      const spec = await askBreakpoint({ title, sessions: inspector.sessions.all, check: debuggerUi.checkExpression, checkLog: debuggerUi.checkLogMessage, parts, isEdited: true });
      if (spec) breakpoints.change(breakpoint.id, { ...spec, enabled });
    },

    async editBreakpointCondition(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Edit Condition');
      const breakpoint = await oneMeant(args, title);
      const text = breakpoint && (await inputCondition(title, breakpoint.condition, debuggerUi.checkExpression, undefined, true));
      if (breakpoint && typeof text === 'string') change(breakpoint, 'condition', text);
    },

    async editBreakpointHitCount(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Edit Hit Count');
      const breakpoint = await oneMeant(args, title);
      const text = breakpoint && (await inputHitCondition(title, breakpoint.hitCondition));
      if (breakpoint && typeof text === 'string') change(breakpoint, 'hitCondition', text);
    },

    async editBreakpointLogMessage(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Edit Log Message');
      const breakpoint = await oneMeant(args, title);
      const text = breakpoint && (await inputLogMessage(title, breakpoint.logMessage, debuggerUi.checkLogMessage, undefined, true));
      if (breakpoint && typeof text === 'string') change(breakpoint, 'logMessage', text);
    },

    async toggleBreakpoint(...args: readonly unknown[]): Promise<void> {
      const all = await meant(args, vscode.l10n.t('Enable or Disable Breakpoint'));
      for (const { id, enabled } of all) breakpoints.setEnabled(id, !enabled);
    },

    /** On, unless all of them are: then off. */
    toggleAllBreakpoints(): void {
      const { all } = breakpoints;
      const enabled = !all.every((each) => each.enabled);
      for (const { id } of all) breakpoints.setEnabled(id, enabled);
    },

    async removeBreakpoint(...args: readonly unknown[]): Promise<void> {
      for (const { id } of await meant(args, vscode.l10n.t('Remove Breakpoint'))) breakpoints.remove(id);
    },

    async removeAllBreakpoints(): Promise<void> {
      if (await mayRemoveAll(breakpoints.all)) breakpoints.removeAll();
    },

    async showBreakpoints(): Promise<void> {
      await vscode.commands.executeCommand(`${views.breakpoints}.focus`);
    },

    showLogpoints: () => debuggerUi.logpoints.show(),
  };
}

/** As many are set again before one has read a question. */
const fewBreakpoints = 3;

/** Asks once where they are more than a few: each has been typed, and its button stands beside others. */
export async function mayRemoveAll(all: readonly Breakpoint[]): Promise<boolean> {
  if (all.length <= fewBreakpoints) return true;
  const remove = vscode.l10n.t('Remove All Breakpoints');
  const detail = vscode.l10n.t('Their conditions, hit counts and log messages go with them. To let everything pass and keep them, disable them instead.');
  return (await vscode.window.showWarningMessage(vscode.l10n.t('Remove all {0} breakpoints?', all.length), { modal: true, detail }, remove)) === remove;
}

function breakpointNodes([clicked, selected]: readonly unknown[]): readonly BreakpointNode[] {
  const candidates: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  return candidates.filter((each): each is BreakpointNode => isRecord(each) && each['type'] === 'breakpoint' && typeof each['id'] === 'string');
}

async function pickBreakpoint(all: readonly Breakpoint[], title: string): Promise<Breakpoint | undefined> {
  if (all.length === 1) return all[0];
  const choices = all.map((breakpoint) => ({ label: withoutIcons(breakpointTerms(breakpoint)), description: breakpoint.enabled ? '' : vscode.l10n.t('disabled'), value: breakpoint }));
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('Which breakpoint?'), none: vscode.l10n.t('There is no breakpoint'), choices });
  return picked === back ? undefined : picked;
}

function inputHitCondition(title: string, value: string | undefined): Promise<string | typeof back | undefined> {
  return inputText({
    title,
    prompt: vscode.l10n.t('5: at the fifth hit; >= 5: from the fifth on; % 5: at each fifth. Empty: at every one.'),
    value: value ?? '',
    validate: (text) => (text.trim() === '' || isHitCondition(text) ? undefined : vscode.l10n.t('Write a number, >= and a number, or % and a number.')),
  });
}
