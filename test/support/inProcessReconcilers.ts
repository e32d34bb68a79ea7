import { Emitter } from '../../extension/base/emitter.ts';
import type { Reconciler } from '../../extension/controller/api.ts';
import type { Mutation } from '../../extension/controller/process/remoteReconciler.ts';
import { deploymentRollout } from '../../extension/controller/samples/deploymentRollout.ts';
import type { LaunchedReconciler, LaunchReconciler, ReconcilerLine } from '../../extension/inspector/launchReconciler.ts';
import { type ReconcilerSource, sourceName } from '../../extension/inspector/reconcilerSource.ts';

/** The sample that most tests of a session run. */
export const rolloutSample: ReconcilerSource = { kind: 'sample', name: 'deploymentRollout' };

/** A reconciler that lives in the test itself, and ends when the test says so: for a clock that is moved by hand. */
export class LaunchedHere implements LaunchedReconciler {
  readonly onLineEmitter = new Emitter<ReconcilerLine>();
  readonly onMutationEmitter = new Emitter<Mutation>();
  readonly onLine = this.onLineEmitter.event;
  readonly onMutation = this.onMutationEmitter.event;
  readonly pid = 4711;
  readonly memory = 0;
  readonly ready: Promise<Reconciler>;
  readonly #ended = Promise.withResolvers<Error | undefined>();
  readonly ended = this.#ended.promise;
  stops = 0;

  constructor(ready: Promise<Reconciler>) {
    this.ready = ready;
    ready.catch((error: Error) => this.#ended.resolve(error));
  }

  /** Ends it as a crash would. */
  crash(error: Error): void {
    this.#ended.resolve(error);
  }

  async stop(): Promise<void> {
    this.stops++;
    this.#ended.resolve(undefined);
  }

  async kill(): Promise<void> {
    this.#ended.resolve(new Error('it was killed'));
  }
}

/** Runs these, by the name of their sample or file, in the test itself. */
export function launchHere(reconcilers: Readonly<Record<string, Reconciler>> = { deploymentRollout }, launched: LaunchedHere[] = []): LaunchReconciler {
  return (source) => {
    const reconciler = reconcilers[sourceName(source)];
    const here = new LaunchedHere(reconciler ? Promise.resolve(reconciler) : Promise.reject(new Error(`${sourceName(source)} is not there`)));
    launched.push(here);
    return here;
  };
}
