import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { CredentialErrorCode } from '../cluster/credentialError.ts';
import type { Breakpoints } from '../debugger/breakpoints.ts';
import { emptyReason } from '../inspector/emptyReason.ts';
import type { Inspector } from '../inspector/inspector.ts';
import { isFailing, severityOf } from '../inspector/informerState.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import type { ConnectionView } from './connectionView.ts';
import type { ContextKeys } from './contributions.ts';
import { filterLine } from './filterWords.ts';
import type { Focus } from './focus.ts';
import type { InformerSetFiles } from './informerSet/informerSetFiles.ts';
import type { LastReport } from './lastReport.ts';
import { milestoneNames, type Milestones } from './milestones.ts';
import { emptyProblem, openProblem, type Problem, retryIn, sessionProblem } from './problem.ts';
import { actsAs } from './identityWords.ts';
import { kubeconfigFiles } from './kubeconfigFiles.ts';
import { kubeconfigHost } from './kubeconfigHost.ts';
import { failureSentence } from './sentences.ts';
import { clusterTitle } from './stateWords.ts';

/**
 * What is said about the whole: the context keys that menus, welcome views and `enablement` read, and the line
 * above the tree. The one place where they are set, always from everything there is.
 */
export class ViewState implements vscode.Disposable {
  readonly #inspector: Inspector;
  readonly #tree: TreeModel;
  readonly #view: vscode.TreeView<unknown>;
  readonly #focus: Focus;
  readonly #connection: ConnectionView;
  readonly #breakpoints: Breakpoints;
  readonly #milestones: Milestones;
  readonly #lastReport: LastReport;
  readonly #informerSets: InformerSetFiles;
  #message: Message | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #owned = new DisposableStore();
  readonly #keys = new Map<string, ContextKeys[keyof ContextKeys]>();

  constructor(inspector: Inspector, tree: TreeModel, view: vscode.TreeView<unknown>, focus: Focus, connection: ConnectionView, breakpoints: Breakpoints, milestones: Milestones, lastReport: LastReport, informerSets: InformerSetFiles) {
    this.#inspector = inspector;
    this.#tree = tree;
    this.#view = view;
    this.#focus = focus;
    this.#connection = connection;
    this.#breakpoints = breakpoints;
    this.#milestones = milestones;
    this.#lastReport = lastReport;
    this.#informerSets = informerSets;
    const update = (): void => this.#update();
    this.#owned.add(inspector.kubeconfig.onChange(update));
    this.#owned.add(inspector.onChange(update));
    this.#owned.add(inspector.sessions.onChange(update));
    this.#owned.add(focus.onChange(update));
    this.#owned.add(tree.onFilter(update));
    this.#owned.add(milestones.onChange(update));
    this.#owned.add(lastReport.onChange(update));
    this.#owned.add(informerSets.onChange(update));
    this.#owned.add(breakpoints.onChange(() => this.#setKey('informerInspector.hasBreakpoint', breakpoints.all.length > 0)));
    this.#owned.add(watchSessions(inspector.sessions, (session) => session.onChange(update)));
    this.#update();
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#owned.dispose();
  }

  #update(): void {
    const { sessions, playground } = this.#inspector;
    const { all } = sessions;
    const isEmpty = this.#tree.roots().length === 0;
    const empty = isEmpty ? emptyReason(this.#inspector) : undefined;
    this.#setKey('informerInspector.empty', empty?.reason ?? 'none');
    this.#setKey('informerInspector.playground', playground.state);
    const players = all.flatMap(({ scenarios }) => (scenarios?.player && !scenarios.player.isOver ? [scenarios.player] : []));
    this.#setKey('informerInspector.hasScenario', players.length > 0);
    this.#setKey('informerInspector.canStepScenario', players.some(({ state }) => state === 'ready'));
    this.#setKey('informerInspector.hasFaults', all.some(({ faults }) => (faults?.all.length ?? 0) > 0));
    this.#setKey('informerInspector.hasSession', !isEmpty);
    this.#setKey('informerInspector.hasInformerSet', this.#informerSets.isFound);
    this.#setKey('informerInspector.hasInformer', all.some(({ informers }) => informers.all.length > 0));
    this.#setKey('informerInspector.hasRefused', all.some(({ informers, refusals }) => informers.all.some(({ name }) => refusals.of(name) !== undefined)));
    this.#setKey('informerInspector.hasFilter', this.#tree.filter !== undefined);
    this.#setKey('informerInspector.hasController', all.some(({ controllers }) => controllers.all.length > 0));
    this.#setKey('informerInspector.hasProcess', all.flatMap(({ controllers }) => controllers.all).some(({ pid, state }) => pid !== undefined && state !== 'crashed'));
    this.#setKey('informerInspector.hasHeldWrite', all.some(({ stepper }) => stepper.paused && stepper.held.some(({ point }) => point === 'reconcile.write')));
    const { canPause, paused, canStep, canWhatIf } = this.#focus.stepping;
    this.#setKey('informerInspector.hasContext', all.some(({ source }) => source.kind === 'context'));
    this.#setKey('informerInspector.hasLogin', all.some(({ login }) => login.waiting !== undefined));
    this.#setKey('informerInspector.hasPlugin', all.some(({ cluster }) => cluster.credentials?.command !== undefined));
    this.#setKey('informerInspector.hasRecording', all.some(({ recording }) => recording !== undefined && recording.whyNot === undefined));
    this.#setKey('informerInspector.canPause', canPause);
    this.#setKey('informerInspector.paused', paused);
    this.#setKey('informerInspector.canStep', canStep);
    this.#setKey('informerInspector.canWhatIf', canWhatIf);
    this.#setKey('informerInspector.hasBreakpoint', this.#breakpoints.all.length > 0);
    for (const milestone of milestoneNames) this.#setKey(`informerInspector.${milestone}`, this.#milestones.has(milestone));
    this.#setKey('informerInspector.report', this.#lastReport.resources);
    // A message hides the welcome view: what is wrong while the tree is empty is told by the view of the connection.
    const problem = isEmpty ? emptyProblem(this.#inspector) : undefined;
    this.#setKey('informerInspector.problem', problem !== undefined);
    this.#connection.show(problem);
    this.#message = isEmpty ? undefined : messageFor(this.#inspector);
    this.#say(isEmpty);
    // A welcome view cannot name a file.
    const files = empty?.reason === 'noKubeconfig' || empty?.reason === 'emptyKubeconfig' ? kubeconfigFiles(this.#inspector.kubeconfig.state).paths.join(', ') : '';
    const host = kubeconfigHost();
    this.#set('description', [files, host === undefined ? '' : vscode.l10n.t('{0} kubeconfig', host)].filter(Boolean).join(' · ') || undefined);
    this.#count(problem?.counts === true || this.#message?.counts === true);
  }

  /** Seconds move in what is read above the rows, and nowhere else. */
  #count(isNeeded: boolean): void {
    if (isNeeded === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (!isNeeded) return;
    this.#timer = setInterval(() => {
      this.#connection.count();
      this.#say(this.#tree.roots().length === 0);
    }, 1000);
  }

  /** Above the rows: what is wrong, and what of them is shown. */
  #say(isEmpty: boolean): void {
    this.#set('message', [this.#message?.text(), isEmpty ? undefined : filterLine(this.#tree)].filter(Boolean).join(' ') || undefined);
  }

  #setKey<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
    if (this.#keys.get(key) === value) return;
    this.#keys.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }

  #set(property: 'message' | 'description', value: string | undefined): void {
    if (this.#view[property] !== value) (this.#view as { message?: string | undefined; description?: string | undefined })[property] = value;
  }
}

type Message = Pick<Problem, 'text' | 'counts'>;

/** One line for the worst that anything meets: it stands until it is over, however often it is tried again. */
function messageFor(inspector: Inspector): Message | undefined {
  for (const session of inspector.sessions.all) {
    const states = session.informers.all.map(({ name }) => ({ name, state: session.informers.stateOf(name) }));
    const worst = states.toSorted((a, b) => severityOf(b.state) - severityOf(a.state))[0];
    if (worst?.state.failure && isFailing(worst.state)) {
      const { failure, retry } = worst.state;
      const { text } = failureSentence(failure, worst.name, clusterTitle(session), session.refusals.of(worst.name), actsAs(session.cluster.identity));
      // What a person has cancelled comes to nothing until they reconnect, however often it is asked for.
      const counts = retry !== undefined && failure.reason !== ('execCancelled' satisfies CredentialErrorCode);
      return { text: () => (counts ? `${text} ${retryIn(retry.due - session.now())}` : text), counts };
    }
    const problem = states.length === 0 ? sessionProblem(session) : undefined;
    if (problem) return problem;
  }
  return openProblem(inspector);
}
