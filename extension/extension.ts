import type * as vscode from 'vscode';
import { DisposableStore } from './base/disposable.ts';
import { systemClock } from './base/systemClock.ts';
import { ClosedContexts } from './inspector/closedContexts.ts';
import type { Inspector } from './inspector/inspector.ts';
import { looksLikeProduction } from './inspector/productionContext.ts';
import { TreeModel } from './inspector/treeModel.ts';
import { apiOf } from './ui/apiOf.ts';
import { registerCommands } from './ui/commands/registerCommands.ts';
import { ConnectionView } from './ui/connectionView.ts';
import { contextNames } from './ui/contextNames.ts';
import { ControllersUi } from './ui/controllersUi.ts';
import { copyObject } from './ui/copyObject.ts';
import { createInspector } from './ui/createInspector.ts';
import { versionScheme } from './ui/contributions.ts';
import { DebuggerUi } from './ui/debuggerUi.ts';
import { restoreDocuments } from './ui/documentRestoring.ts';
import { Focus } from './ui/focus.ts';
import { InformerSetDiagnostics } from './ui/informerSet/informerSetDiagnostics.ts';
import { InformerSetFiles } from './ui/informerSet/informerSetFiles.ts';
import { InformersView } from './ui/informersView.ts';
import { insideHandlers } from './ui/insideHandlers.ts';
import type { InformerInspectorApi } from './ui/inspectorApi.ts';
import { KubeconfigDiagnostics } from './ui/kubeconfigDiagnostics.ts';
import { kubeconfigReading } from './ui/kubeconfigReading.ts';
import { LastReport } from './ui/lastReport.ts';
import { LogChannel } from './ui/logChannel.ts';
import { LoginNotices } from './ui/loginNotices.ts';
import { memoryOf } from './ui/memoryOf.ts';
import { Milestones } from './ui/milestones.ts';
import { Notifier } from './ui/notifier.ts';
import { ObjectDocuments } from './ui/objectDocuments.ts';
import { ObjectFolding } from './ui/objectFolding.ts';
import { ObjectLinks } from './ui/objectLinks.ts';
import { Panels } from './ui/panels.ts';
import { followPlaygroundSettings } from './ui/playgroundSettings.ts';
import { Recents } from './ui/recents.ts';
import { RecordingEditor } from './ui/recordingEditor.ts';
import { Recordings } from './ui/recordings.ts';
import { recordingSize } from './ui/recordingSize.ts';
import { rememberInformers, resumeSession } from './ui/resumeSession.ts';
import { scenarioHandlers } from './ui/scenarioHandlers.ts';
import { lostPlayground } from './ui/sentences.ts';
import { SavedFilters } from './ui/savedFilters.ts';
import { SettingsReader } from './ui/settings.ts';
import { SilencedNotices } from './ui/silencedNotices.ts';
import { sourceTitle } from './ui/stateWords.ts';
import { StatusBar } from './ui/statusBar.ts';
import { steppingHandlers } from './ui/steppingHandlers.ts';
import { steppingPoints } from './ui/steppingPoints.ts';
import { TextDocuments } from './ui/textDocuments.ts';
import type { Ui } from './ui/ui.ts';
import { ViewState } from './ui/viewState.ts';

let running: { readonly owned: DisposableStore; readonly inspector: Inspector } | undefined;

/** Builds everything and connects it; nothing is asked of a cluster before somebody looks or commands. */
export function activate({ extension, extensionUri, workspaceState, globalState, storageUri }: vscode.ExtensionContext): InformerInspectorApi {
  const owned = new DisposableStore();
  const log = owned.add(new LogChannel());
  const settings = new SettingsReader(log);
  const memory = memoryOf({ workspaceState, globalState, storageUri });
  const recents = new Recents(memory);
  const notifier = new Notifier(log);
  const silenced = new SilencedNotices(memory, log);
  const debuggerUi = owned.add(new DebuggerUi(memory, notifier));
  const inspector = createInspector(extensionUri, settings, recents, debuggerUi.breakpoints, log);
  const { sessions } = inspector;
  running = { owned, inspector };

  const tree = owned.add(new TreeModel(sessions, systemClock, (informer) => recents.groupingOf(informer)));
  const isProduction = (context: string): boolean => looksLikeProduction(contextNames(inspector, context), settings.get('productionContexts'));
  const closed = owned.add(new ClosedContexts(inspector.kubeconfig, sessions));
  const informersView = owned.add(new InformersView({ tree, closed, isProduction, sessions, clock: systemClock }));
  const controllersUi = owned.add(new ControllersUi(sessions, notifier, silenced, log));
  owned.add(steppingPoints(sessions, settings));
  owned.add(recordingSize(sessions, settings));
  owned.add(followPlaygroundSettings(inspector, settings, notifier));
  const texts = owned.add(new TextDocuments());
  const versions = owned.add(new TextDocuments(versionScheme));
  const documents = owned.add(new ObjectDocuments(sessions));
  owned.add(new ObjectFolding());
  owned.add(new ObjectLinks(sessions));
  owned.add(restoreDocuments(memory));
  const milestones = owned.add(new Milestones());
  const lastReport = owned.add(new LastReport());
  const recordings = new Recordings(inspector, String(extension.packageJSON['version']));
  const panels = owned.add(
    new Panels({
      extensionUri,
      sessions,
      clock: systemClock,
      logger: log,
      knownSources: () => recents.sources,
      actions: {
        copyObject,
        openObject: (session, informer, key) => documents.show({ source: session.id, informer, key }, { beside: true }),
        filters: owned.add(new SavedFilters(memory)),
        stepping: steppingHandlers(debuggerUi, milestones, notifier),
        recordings: recordings.panelHandlers,
        inside: insideHandlers(inspector, notifier),
        scenarios: scenarioHandlers(texts),
        startSession: (source) => resumeSession(inspector, recents, source).catch((error: unknown) => void notifier.error(error, source)),
      },
    }),
  );
  milestones.follow(panels);
  owned.add(new RecordingEditor(inspector, panels));
  owned.add(new StatusBar(inspector));
  owned.add(new LoginNotices(sessions));
  owned.add(new KubeconfigDiagnostics(inspector.kubeconfig));
  owned.add(new InformerSetDiagnostics(log));
  const informerSets = owned.add(new InformerSetFiles());
  const focus = owned.add(new Focus(sessions, panels, informersView.view));
  owned.add(new ViewState(inspector, tree, informersView.view, focus, owned.add(new ConnectionView(tree)), debuggerUi.breakpoints, milestones, lastReport, informerSets));
  owned.add(rememberInformers(inspector, recents));
  owned.add(inspector.playground.onLost((exit) => void notifier.warn(lostPlayground(exit))));
  const ui: Ui = { inspector, extensionUri, tree, informersView, controllersUi, debuggerUi, documents, texts, versions, panels, recordings, focus, milestones, lastReport, notifier, recents, settings, log };
  owned.add(registerCommands(ui));
  owned.add(kubeconfigReading({ inspector, view: informersView.view, settings, notifier, silenced, log }));
  return apiOf(sessions, debuggerUi.breakpoints, sourceTitle);
}

/** Resolves when nothing is left: no session, no timer, no socket, no process. */
export async function deactivate(): Promise<void> {
  const { owned, inspector } = running ?? {};
  running = undefined;
  await inspector?.close();
  owned?.dispose();
}
