import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import type { Session } from '../../inspector/session.ts';
import { withoutIcons } from '../inertText.ts';
import type { Recents } from '../recents.ts';
import type { Choice } from './choice.ts';
import { back, quickPick } from './quickPick.ts';

/** A cluster that can be opened. */
export type ClusterChoice = { readonly kind: 'playground' } | { readonly kind: 'context'; readonly context: string };

const pickName = 'cluster';
const playgroundName = 'playground';

/** A context of the kubeconfig, which is read again, or the playground; what was chosen the last time is meant at first, else the context that is in use. Undefined: dismissed. */
export async function pickCluster(inspector: Pick<Inspector, 'kubeconfig'>, recents: Recents, title: string, placeholder: string): Promise<ClusterChoice | undefined> {
  const kubeconfig = await inspector.kubeconfig.read().catch(() => undefined); // there is still the playground
  const last = recents.choiceOf(pickName);
  const current = inspector.kubeconfig.context;
  const contexts = (kubeconfig?.contexts ?? []).map(({ name, server }): Choice<ClusterChoice> => ({
    label: withoutIcons(name),
    description: [name === current ? vscode.l10n.t('current') : '', server ?? ''].filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon('server'),
    value: { kind: 'context', context: name },
  }));
  const playground: Choice<ClusterChoice> = {
    label: vscode.l10n.t('Playground'),
    description: vscode.l10n.t('a small cluster that ships with the extension'),
    iconPath: new vscode.ThemeIcon('beaker'),
    value: { kind: 'playground' },
  };
  const picked = await quickPick<ClusterChoice>({ title, placeholder, none: placeholder, choices: [...contexts, playground], active: (choice) => (last === undefined ? choice.kind === 'context' && choice.context === current : rememberedName(choice) === last) });
  if (picked === back || picked === undefined) return undefined;
  recents.noteChoice(pickName, rememberedName(picked));
  return picked;
}

/** The session on it: the one there is, or a new one that begins to connect. @throws KubeconfigError; PlaygroundError */
export function openChosen(inspector: Inspector, choice: ClusterChoice): Promise<Session> {
  return choice.kind === 'playground' ? inspector.startPlayground() : inspector.openContext(choice.context);
}

/** A context may be called like the playground. */
function rememberedName(choice: ClusterChoice): string {
  return choice.kind === 'playground' ? playgroundName : `context:${choice.context}`;
}
