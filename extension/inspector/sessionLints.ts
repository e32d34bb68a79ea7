import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { LintedInformer } from '../debugger/lints/lint.ts';
import { Lints } from '../debugger/lints/lints.ts';
import type { Stepper } from '../debugger/stepper.ts';
import { ownersOfField } from '../kube/fieldOwners.ts';
import { formatResource } from '../kube/resource.ts';
import type { Tracer } from '../trace/tracer.ts';
import { type ClearedLint, type KnownLints, type LintEntry, LintLog } from './lintLog.ts';
import { sendsBookmarksAlways } from './sendsBookmarksAlways.ts';
import type { SessionControllers } from './sessionControllers.ts';
import type { SessionInformer, SessionInformers } from './sessionInformers.ts';

export interface SessionLintsOptions {
  readonly clock: Clock;
  readonly now: () => number;
  readonly tracer: Tracer;
  readonly stepper: Pick<Stepper, 'paused' | 'held' | 'onChange'>;
  readonly informers: Pick<SessionInformers, 'all'>;
  readonly controllers: Pick<SessionControllers, 'running'>;
  /** `v1.34.0`; undefined while the server has not said. */
  readonly version: () => string | undefined;
}

/** The lints of a session: what they are told of its informers, its controllers and whoever holds it, and what they have found. */
export class SessionLints implements KnownLints, Disposable {
  readonly #log = new LintLog();
  readonly #owned = new DisposableStore();

  constructor({ clock, now, tracer, stepper, informers, controllers, version }: SessionLintsOptions) {
    const lints = new Lints({
      clock,
      tracer,
      now,
      world: {
        informers: () => informers.all.map(lintedInformer),
        queues: () => new Set(controllers.running.map(({ name }) => name)),
        sendsBookmarksAlways: () => sendsBookmarksAlways(version()),
      },
      isWatching: () => informers.all.length > 0,
      isHolding: () => stepper.paused || stepper.held.length > 0,
    });
    this.#owned.add(lints);
    this.#owned.add(stepper.onChange(() => lints.disturb()));
    this.#owned.add(tracer.onEntry((entry) => this.#log.note(entry)));
  }

  get raised(): readonly LintEntry[] {
    return this.#log.raised;
  }

  get cleared(): readonly ClearedLint[] {
    return this.#log.cleared;
  }

  /** What has been found so far, to go on from. */
  copy(): LintLog {
    return this.#log.copy();
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

function lintedInformer({ name, informer }: SessionInformer): LintedInformer {
  const { indexer, scope, handlers } = informer;
  return {
    name,
    resource: formatResource(informer.resource),
    namespace: scope.namespace,
    hasSelector: scope.labelSelector !== undefined || scope.fieldSelector !== undefined,
    handlers,
    versionOf: (key) => indexer.get(key)?.metadata.resourceVersion,
    managerOf(key, path) {
      const object = indexer.get(key);
      return object && ownersOfField(object, path)[0]?.manager;
    },
  };
}
