import * as vscode from 'vscode';
import { ambientModule, type Scaffold, scaffoldFile, type ScaffoldResource, scaffoldText, typesFile } from '../../inspector/reconcilerScaffold.ts';
import { formatResource, parseResource } from '../../kube/resource.ts';
import { withoutIcons } from '../inertText.ts';
import type { Choice } from '../picks/choice.ts';
import { inputText } from '../picks/inputText.ts';
import { back, quickPick, steps } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';

/** Those of people go beside each other, so that one file of types serves them all. */
const folderName = 'reconcilers';

/** What is offered where no cluster can be asked. */
const common: readonly ScaffoldResource[] = [
  { name: 'apps/v1/deployments', kind: 'Deployment', namespaced: true },
  { name: 'apps/v1/statefulsets', kind: 'StatefulSet', namespaced: true },
  { name: 'v1/pods', kind: 'Pod', namespaced: true },
  { name: 'v1/configmaps', kind: 'ConfigMap', namespaced: true },
  { name: 'v1/services', kind: 'Service', namespaced: true },
  { name: 'v1/namespaces', kind: 'Namespace', namespaced: false },
  { name: 'v1/nodes', kind: 'Node', namespaced: false },
];

type Answers = Partial<Scaffold>;

/** Writes a reconciler that runs as it is to the workspace, with the types beside it, and opens it. */
export async function newReconciler(ui: Ui): Promise<void> {
  const title = vscode.l10n.t('New Reconciler');
  if (!vscode.workspace.workspaceFolders?.length) {
    return ui.notifier.warn({ text: vscode.l10n.t('There is no folder open that the new reconciler could be written to. Open one, and try again.'), remedies: [] });
  }
  const workspace = await pickFolder(title);
  if (!workspace) return;
  const folder = vscode.Uri.joinPath(workspace.uri, folderName);
  const answers = await steps<Answers>({}, [
    async () => added({}, 'language', await pickLanguage(title)),
    async (soFar) => added(soFar, 'name', await inputName(title, folder, soFar.language!)),
    async (soFar) => added(soFar, 'resource', await pickResource(ui, title)),
  ]);
  const { language, name, resource } = answers ?? {};
  if (!language || !name || !resource) return;
  const file = vscode.Uri.joinPath(folder, scaffoldFile({ name, language }));
  await write(vscode.Uri.joinPath(folder, typesFile), ambientModule(await shippedTypes(ui)));
  await write(file, scaffoldText({ name, language, resource }));
  await vscode.window.showTextDocument(file, { preview: false });
}

/** One more answer; or the wish to go back, or none to go on. */
function added<Name extends keyof Scaffold>(answers: Answers, name: Name, answer: Scaffold[Name] | typeof back | undefined): Answers | typeof back | undefined {
  return answer === back || answer === undefined ? answer : { ...answers, [name]: answer };
}

async function pickFolder(title: string): Promise<vscode.WorkspaceFolder | undefined> {
  const { workspaceFolders: folders = [] } = vscode.workspace;
  if (folders.length <= 1) return folders[0];
  const choices = folders.map((folder) => ({ label: withoutIcons(folder.name), description: withoutIcons(folder.uri.fsPath), iconPath: new vscode.ThemeIcon('root-folder'), value: folder }));
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('In which folder?'), none: '', choices });
  return picked === back ? undefined : picked;
}

function pickLanguage(title: string): Promise<Scaffold['language'] | typeof back | undefined> {
  return quickPick<Scaffold['language']>({
    title,
    placeholder: vscode.l10n.t('In which language? Nothing needs to be installed for either.'),
    none: '',
    choices: [
      { label: 'TypeScript', value: 'typescript' },
      { label: 'JavaScript', description: vscode.l10n.t('checked by the editor as well'), value: 'javascript' },
    ],
    step: { number: 1, of: 3 },
  });
}

function inputName(title: string, folder: vscode.Uri, language: Scaffold['language']): Promise<string | typeof back | undefined> {
  return inputText({
    title,
    prompt: vscode.l10n.t('What is it called? The name is that of its file, too.'),
    placeholder: 'label-keeper',
    validate: async (text) => {
      if (!/^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/.test(text)) return vscode.l10n.t('A name has lower case letters, digits and dashes, 50 at most, and no dash at its ends.');
      const file = scaffoldFile({ name: text, language });
      return (await exists(vscode.Uri.joinPath(folder, file))) ? vscode.l10n.t('{0} is there already. Choose another name.', file) : undefined;
    },
    step: { number: 2, of: 3 },
  });
}

function pickResource({ inspector }: Ui, title: string): Promise<ScaffoldResource | typeof back | undefined> {
  const session = inspector.sessions.all.find(({ connection }) => connection.phase === 'connected');
  const discovered = session?.catalog.upToDate().then(
    ({ resources }) => resources.map(({ kind, namespaced, ...resource }) => ({ name: formatResource(resource), kind, namespaced })),
    () => common, // who has no cluster writes all the same
  );
  return quickPick({
    title,
    placeholder: vscode.l10n.t('Which resource does it reconcile? Type group/version/resource for one that is not in the list.'),
    none: vscode.l10n.t('Type a resource'),
    choices: (discovered ?? Promise.resolve(common)).then((resources) => resources.toSorted((one, other) => plural(one).localeCompare(plural(other))).map(choiceOf)),
    typed: (text) => (parseResource(text) ? choiceOf({ name: text }) : undefined),
    step: { number: 3, of: 3 },
    canGoBack: true,
  });
}

function choiceOf(resource: ScaffoldResource): Choice<ScaffoldResource> {
  const { name, kind = '' } = resource;
  return { label: withoutIcons(name), description: withoutIcons(kind), value: resource };
}

function plural({ name }: ScaffoldResource): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

async function shippedTypes({ extensionUri }: Ui): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'dist', typesFile)));
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

function write(uri: vscode.Uri, text: string): Thenable<void> {
  return vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
}
