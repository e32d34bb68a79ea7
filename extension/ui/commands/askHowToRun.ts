import * as vscode from 'vscode';
import type { Reconciler } from '../../controller/api.ts';
import { placeOf } from '../../inspector/access/placeOf.ts';
import { looksLikeProduction } from '../../inspector/productionContext.ts';
import type { Session } from '../../inspector/session.ts';
import type { AskHow, RunOptions } from '../../inspector/sessionController.ts';
import { watchedResources } from '../../inspector/watchedResources.ts';
import { touchedResources } from '../../inspector/touchedResources.ts';
import { parseResource } from '../../kube/resource.ts';
import { contextNames, hostOf } from '../contextNames.ts';
import { inputText } from '../picks/inputText.ts';
import { pickScope } from '../picks/pickScope.ts';
import { back, quickPick, steps } from '../picks/quickPick.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';

export interface AskHowOptions {
  readonly title: string;
  /** It writes nothing, so that nobody need be asked what it may write. */
  readonly writesNothing?: boolean;
}

/**
 * On the playground everything is allowed. Elsewhere the person says where a reconciler runs and whether it may write, each time anew; the
 * answer holds for this run, and for what it watches now.
 */
export function askHowToRun(ui: Ui, session: Session, options: AskHowOptions): AskHow {
  const { settings } = ui;
  return async (reconciler) => {
    if (!(await mayReplace(session, reconciler))) return undefined;
    const answers = await ask(ui, session, reconciler, options);
    if (!answers || session.ended) return undefined;
    const { dryRun, namespace } = answers;
    return { dryRun, workers: settings.get('reconciler.workers'), priority: settings.get('reconciler.priorityQueue'), ...(namespace ? { namespace } : {}) } satisfies RunOptions;
  };
}

/** One of its name that runs already would be stopped: asked once. */
async function mayReplace(session: Session, { name }: Reconciler): Promise<boolean> {
  if (!session.controllers.all.some((controller) => controller.name === name && controller.controller && controller.state !== 'crashed')) return true;
  const proceed = vscode.l10n.t('Stop and Run Again');
  const question = vscode.l10n.t('{0} runs on {1} already. Stop it and run it again?', name, sourceTitle(session));
  return (await vscode.window.showWarningMessage(question, { modal: true }, proceed)) === proceed;
}

interface Answers {
  readonly dryRun: boolean;
  /** Empty: all namespaces. */
  readonly namespace: string;
}

/** Undefined: dismissed. */
async function ask(ui: Ui, session: Session, reconciler: Reconciler, { title, writesNothing = false }: AskHowOptions): Promise<Answers | undefined> {
  const { recents } = ui;
  if (session.source.kind === 'playground') return { dryRun: false, namespace: '' };
  const [own = ''] = watchedResources(reconciler);
  const resource = parseResource(own);
  if (!resource) throw new Error(`${JSON.stringify(own)} names no resource`);
  const of = writesNothing ? 1 : 2;
  const answers = await steps<Partial<Answers>>({}, [
    async () => {
      const namespace = await pickScope(session, resource, recents, { title, step: { number: 1, of } });
      if (namespace === back || namespace === undefined) return namespace;
      recents.noteScope(placeOf(session), own, namespace);
      return { namespace };
    },
    async ({ namespace = '' }) => {
      if (writesNothing) return { namespace, dryRun: true };
      const mode = await pickMode(session, reconciler, title);
      return mode === back || mode === undefined ? mode : { namespace, dryRun: mode === 'dryRun' };
    },
  ]);
  const { dryRun, namespace } = answers ?? {};
  if (dryRun === undefined || namespace === undefined) return undefined;
  return dryRun || (await mayWrite(ui, session, namespace, reconciler)) ? { dryRun, namespace } : undefined;
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
        description: vscode.l10n.t('creates, changes and deletes for real, for this run only'),
        iconPath: new vscode.ThemeIcon('edit'),
        value: 'write',
      },
    ],
    step: { number: 2, of: 2 },
    canGoBack: true,
  });
}

/**
 * The person's yes to real writes, for one run: it names the context and the resources. A context that looks like one on which people depend has to be named by
 * the person.
 * @param more resources that are written besides those of the reconciler
 */
export async function mayWrite({ settings, inspector }: Pick<Ui, 'settings' | 'inspector'>, session: Session, namespace: string, reconciler: Reconciler, more: readonly string[] = []): Promise<boolean> {
  const name = sourceTitle(session);
  const resources = [...touchedResources(reconciler), ...more].join(', ');
  const place = namespace ? vscode.l10n.t('the namespace {0}', namespace) : vscode.l10n.t('all namespaces');
  const question = vscode.l10n.t('Let {0} write to {1}?', reconciler.name, name);
  const detail = vscode.l10n.t(
    'It may create, change and delete {0} in {1} of {2} ({3}), now and each time that its file is saved, until it is stopped. It competes with whatever controller does the same there already.',
    resources,
    place,
    name,
    session.cluster.server,
  );
  const { context } = session.cluster;
  if (!looksLikeProduction([name, ...contextNames(inspector, context), hostOf(session.cluster.server)], settings.get('productionContexts'))) {
    const write = vscode.l10n.t('Write to {0}', name);
    return (await vscode.window.showWarningMessage(question, { modal: true, detail }, write)) === write;
  }
  const typed = await inputText({
    title: question,
    prompt: vscode.l10n.t('{0} looks like production. {1} Type its name to allow it for this run.', name, detail),
    placeholder: name,
    keepsPrompt: true,
    validate: (text) => (text === name ? undefined : vscode.l10n.t('This is not the name of the context, {0}.', name)),
  });
  return typed === name;
}
