import type { FeatureGateOverrides } from '../informer/featureGates.ts';
import type { EmptyReason } from '../inspector/emptyReason.ts';
import type { ChurnRate } from '../introspection/world.ts';
import type { GatePoint } from '../trace/gate.ts';

/**
 * Everything that the manifest and the code name alike. A command that is missing here, or has no handler, does
 * not compile; that the manifest has the same is held by a test.
 */

export const commands = {
  startPlayground: 'informerInspector.startPlayground',
  stopPlayground: 'informerInspector.stopPlayground',
  copyPlaygroundKubeconfig: 'informerInspector.copyPlaygroundKubeconfig',
  savePlaygroundKubeconfig: 'informerInspector.savePlaygroundKubeconfig',
  injectFault: 'informerInspector.injectFault',
  clearFaults: 'informerInspector.clearFaults',
  clearAllFaults: 'informerInspector.clearAllFaults',
  lookInside: 'informerInspector.lookInside',
  compactStorage: 'informerInspector.compactStorage',
  setCommitLatency: 'informerInspector.setCommitLatency',
  savePlaygroundSnapshot: 'informerInspector.savePlaygroundSnapshot',
  startPlaygroundFromSnapshot: 'informerInspector.startPlaygroundFromSnapshot',
  setRequestLimits: 'informerInspector.setRequestLimits',
  setAuditPolicy: 'informerInspector.setAuditPolicy',
  setWorldSpeed: 'informerInspector.setWorldSpeed',
  disconnectSimulatedController: 'informerInspector.disconnectSimulatedController',
  reconnectSimulatedController: 'informerInspector.reconnectSimulatedController',
  runScenario: 'informerInspector.runScenario',
  nextScenarioStep: 'informerInspector.nextScenarioStep',
  stopScenario: 'informerInspector.stopScenario',
  startInformer: 'informerInspector.startInformer',
  startInNamespace: 'informerInspector.startInNamespace',
  stopInformer: 'informerInspector.stopInformer',
  addToWorkspace: 'informerInspector.addToWorkspace',
  openWorkspaceInformers: 'informerInspector.openWorkspaceInformers',
  openControllerSet: 'informerInspector.openControllerSet',
  verifyCache: 'informerInspector.verifyCache',
  relist: 'informerInspector.relist',
  groupBy: 'informerInspector.groupBy',
  filterObjects: 'informerInspector.filterObjects',
  clearFilter: 'informerInspector.clearFilter',
  connect: 'informerInspector.connect',
  connectContext: 'informerInspector.connectContext',
  switchContext: 'informerInspector.switchContext',
  reconnect: 'informerInspector.reconnect',
  disconnect: 'informerInspector.disconnect',
  connectAsServiceAccount: 'informerInspector.connectAsServiceAccount',
  chooseKubeconfig: 'informerInspector.chooseKubeconfig',
  openKubeconfig: 'informerInspector.openKubeconfig',
  openLoginLink: 'informerInspector.openLoginLink',
  copyLoginCode: 'informerInspector.copyLoginCode',
  cancelLogin: 'informerInspector.cancelLogin',
  openLoginTerminal: 'informerInspector.openLoginTerminal',
  openObject: 'informerInspector.openObject',
  openObjectByKey: 'informerInspector.openObjectByKey',
  startObjectInformer: 'informerInspector.startObjectInformer',
  compareWithPrevious: 'informerInspector.compareWithPrevious',
  compareWithServer: 'informerInspector.compareWithServer',
  compareWithFile: 'informerInspector.compareWithFile',
  showObjectHistory: 'informerInspector.showObjectHistory',
  previousVersion: 'informerInspector.previousVersion',
  nextVersion: 'informerInspector.nextVersion',
  openOwner: 'informerInspector.openOwner',
  revealSecretValue: 'informerInspector.revealSecretValue',
  copySecretValue: 'informerInspector.copySecretValue',
  copyKey: 'informerInspector.copyKey',
  openPanel: 'informerInspector.openPanel',
  pause: 'informerInspector.pause',
  continue: 'informerInspector.continue',
  stepOver: 'informerInspector.stepOver',
  step: 'informerInspector.step',
  stepOut: 'informerInspector.stepOut',
  runToKey: 'informerInspector.runToKey',
  slowMotion: 'informerInspector.slowMotion',
  choosePoints: 'informerInspector.choosePoints',
  addBreakpoint: 'informerInspector.addBreakpoint',
  editBreakpoint: 'informerInspector.editBreakpoint',
  editBreakpointCondition: 'informerInspector.editBreakpointCondition',
  editBreakpointHitCount: 'informerInspector.editBreakpointHitCount',
  editBreakpointLogMessage: 'informerInspector.editBreakpointLogMessage',
  toggleBreakpoint: 'informerInspector.toggleBreakpoint',
  toggleAllBreakpoints: 'informerInspector.toggleAllBreakpoints',
  removeBreakpoint: 'informerInspector.removeBreakpoint',
  removeAllBreakpoints: 'informerInspector.removeAllBreakpoints',
  showBreakpoints: 'informerInspector.showBreakpoints',
  showLogpoints: 'informerInspector.showLogpoints',
  skipDelta: 'informerInspector.skipDelta',
  duplicateDelta: 'informerInspector.duplicateDelta',
  delayDelta: 'informerInspector.delayDelta',
  reorderDeltas: 'informerInspector.reorderDeltas',
  forgeDelta: 'informerInspector.forgeDelta',
  failNextReconcile: 'informerInspector.failNextReconcile',
  fireResync: 'informerInspector.fireResync',
  dropWatch: 'informerInspector.dropWatch',
  answerNext: 'informerInspector.answerNext',
  runSampleReconciler: 'informerInspector.runSampleReconciler',
  newReconciler: 'informerInspector.newReconciler',
  runReconciler: 'informerInspector.runReconciler',
  debugReconciler: 'informerInspector.debugReconciler',
  restartReconciler: 'informerInspector.restartReconciler',
  stopReconciler: 'informerInspector.stopReconciler',
  killReconciler: 'informerInspector.killReconciler',
  runReplica: 'informerInspector.runReplica',
  checkIdempotency: 'informerInspector.checkIdempotency',
  showMetrics: 'informerInspector.showMetrics',
  showReconcilerOutput: 'informerInspector.showReconcilerOutput',
  openReconcilerSource: 'informerInspector.openReconcilerSource',
  showHeldWrite: 'informerInspector.showHeldWrite',
  resolveHeldWrite: 'informerInspector.resolveHeldWrite',
  showLastWrite: 'informerInspector.showLastWrite',
  openRecording: 'informerInspector.openRecording',
  exportRecording: 'informerInspector.exportRecording',
  replayRecording: 'informerInspector.replayRecording',
  compareQueues: 'informerInspector.compareQueues',
  showLog: 'informerInspector.showLog',
  reportProblem: 'informerInspector.reportProblem',
  copyReport: 'informerInspector.copyReport',
  openSettings: 'informerInspector.openSettings',
} as const;

export type CommandName = keyof typeof commands;

export const views = {
  connection: 'informerInspector.connection',
  informers: 'informerInspector.informers',
  controllers: 'informerInspector.controllers',
  breakpoints: 'informerInspector.breakpoints',
} as const;

/** Type of the panel's webview, and of the pages that VS Code restores. */
export const panelType = 'informerInspector.panel';

/** Type of the editor that opens a recording. */
export const recordingEditorType = 'informerInspector.recording';

/** Scheme of the documents that show an object. */
export const objectScheme = 'informer';

/** Scheme of the documents that show a text as it was when it was asked for. */
export const textScheme = 'informer-text';

/** Scheme of the two sides of a comparison of an object's versions, which can be walked. */
export const versionScheme = 'informer-version';

/** Scheme of what rows of objects are decorated by; there are no such documents. */
export const rowScheme = 'informer-row';

/** Set in one place, `viewState.ts`; read by `when` and `enablement`. */
export interface ContextKeys {
  /** Why the tree is empty, or `none`. */
  readonly 'informerInspector.empty': 'none' | EmptyReason;
  /** It is empty because something is wrong: the view of the connection says what. */
  readonly 'informerInspector.problem': boolean;
  readonly 'informerInspector.playground': 'stopped' | 'starting' | 'running';
  /** A scenario is being played. */
  readonly 'informerInspector.hasScenario': boolean;
  /** Its next step can be done. */
  readonly 'informerInspector.canStepScenario': boolean;
  /** Something is broken on purpose on the playground, or was and is still listed. */
  readonly 'informerInspector.hasFaults': boolean;
  readonly 'informerInspector.hasSession': boolean;
  /** A context is connected to, or was meant to be. */
  readonly 'informerInspector.hasContext': boolean;
  readonly 'informerInspector.hasInformer': boolean;
  /** An informer is refused where it runs. */
  readonly 'informerInspector.hasRefused': boolean;
  /** A folder of the workspace keeps informers that can be opened together. */
  readonly 'informerInspector.hasInformerSet': boolean;
  /** The tree shows what a filter lets through. */
  readonly 'informerInspector.hasFilter': boolean;
  readonly 'informerInspector.hasController': boolean;
  /** One has a process. */
  readonly 'informerInspector.hasProcess': boolean;
  /** A write stands before its gate. */
  readonly 'informerInspector.hasHeldWrite': boolean;
  /** A credential plugin runs, and is waited for. */
  readonly 'informerInspector.hasLogin': boolean;
  /** The credentials of a context come from a plugin. */
  readonly 'informerInspector.hasPlugin': boolean;
  /** A recording is open that can be replayed. */
  readonly 'informerInspector.hasRecording': boolean;
  /** The session in front, or one of several, can be paused. None can where the panel in front shows a time that has passed; so it is with all that steps. */
  readonly 'informerInspector.canPause': boolean;
  /** It is paused. */
  readonly 'informerInspector.paused': boolean;
  /** It holds something that can be let go. */
  readonly 'informerInspector.canStep': boolean;
  /** What happens in it may be changed. */
  readonly 'informerInspector.canWhatIf': boolean;
  readonly 'informerInspector.hasBreakpoint': boolean;
  /** What the person has done since the window opened, for the steps of the walkthrough. */
  readonly 'informerInspector.readObject': boolean;
  readonly 'informerInspector.sawPanel': boolean;
  readonly 'informerInspector.steppedDelta': boolean;
  /** The document of the report that can be copied. */
  readonly 'informerInspector.report': readonly [string] | undefined;
}

/** Settings below `informerInspector.`, with their types. */
export interface Settings {
  readonly kubeconfig: string;
  readonly 'client.qps': number;
  readonly 'client.burst': number;
  readonly 'recording.megabytes': number;
  readonly 'playground.size': 'small' | 'town' | 'city';
  readonly 'playground.seed': number;
  readonly 'playground.churn': ChurnRate;
  readonly 'playground.keep': string;
  readonly 'playground.commitLatency': number;
  readonly 'playground.compaction': number;
  readonly 'playground.profile': 'current' | 'article';
  readonly 'playground.ring': number;
  readonly 'playground.maxRequestsInflight': number;
  readonly 'playground.maxMutatingRequestsInflight': number;
  readonly 'playground.auditPolicy': string;
  readonly 'playground.auditLog': string;
  readonly 'playground.speed': number;
  readonly 'informer.clientGo': '1.32' | '1.36' | 'article';
  readonly 'informer.queue': 'DeltaFIFO' | 'RealFIFO' | 'atomic';
  readonly 'informer.resyncSeconds': number;
  readonly 'informer.featureGates': FeatureGateOverrides;
  readonly 'informer.lockWhileHeld': boolean;
  readonly 'informer.mutationDetector': boolean;
  readonly 'informer.checkStreamedLists': boolean;
  readonly 'stepping.points': readonly GatePoint[];
  readonly 'stepping.mostDeltas': number;
  /** Patterns, in which `*` stands for anything. */
  readonly productionContexts: readonly string[];
  readonly 'reconciler.workers': number;
  readonly 'reconciler.priorityQueue': boolean;
}

export const settingsSection = 'informerInspector';
