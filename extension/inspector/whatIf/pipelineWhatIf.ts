import type { Disposable } from '../../base/disposable.ts';
import { say } from '../../base/saying.ts';
import type { Stepper } from '../../debugger/stepper.ts';
import type { ListerWatcher } from '../../informer/listerWatcher.ts';
import type { InformerScope, SharedInformer } from '../../informer/sharedInformer.ts';
import { type GroupVersionResource, scopedInformerName } from '../../kube/resource.ts';
import type { Probe } from '../../trace/probe.ts';
import { MeddledListerWatcher } from './meddledListerWatcher.ts';
import { type SessionWhatIf, type WhatIfAnswer, WhatIfError } from './sessionWhatIf.ts';

export interface PipelineWhatIfOptions {
  readonly informer: (name: string) => Pick<SharedInformer, 'resyncNow'> | undefined;
  /** Names of those that run. */
  readonly controllers: () => readonly string[];
  readonly stepper: Pick<Stepper, 'decideNext'>;
  readonly probe: Probe;
}

/** What may be done to a session, besides what is decided on its steps. */
export class PipelineWhatIf implements SessionWhatIf {
  readonly #options: PipelineWhatIfOptions;
  /** By the name of the informer that was opened last under it. */
  readonly #servers = new Map<string, MeddledListerWatcher>();

  constructor(options: PipelineWhatIfOptions) {
    this.#options = options;
  }

  /** The server of an informer, such that it can be meddled with. */
  observe(resource: GroupVersionResource, scope: InformerScope, inner: ListerWatcher): ListerWatcher {
    const name = scopedInformerName(resource, scope);
    const server = new MeddledListerWatcher(name, inner, this.#options.probe);
    this.#servers.set(name, server);
    return server;
  }

  resync(name: string): void {
    const informer = this.#options.informer(name);
    if (!informer) throw noInformer(name);
    if (!informer.resyncNow()) throw new WhatIfError('noWatch', say`${name} cannot be resynced now: a resync runs beside a watch, and it has none, or one runs already. Try again when it watches.`, undefined);
  }

  dropWatch(name: string): void {
    if (!this.#server(name).dropWatch()) throw new WhatIfError('noWatch', say`${name} has no watch that could be dropped. Try again when it watches.`, undefined);
  }

  answerNext(name: string, request: 'list' | 'watch', code: WhatIfAnswer): Disposable {
    return this.#server(name).answerNext(request, code);
  }

  failNextReconcile(controller: string, key?: string): Disposable {
    if (!this.#options.controllers().includes(controller)) throw new WhatIfError('noController', say`There is no controller ${controller} that runs. Run it first.`, undefined);
    return this.#options.stepper.decideNext({ point: 'reconcile.start', owner: controller, ...(key !== undefined && { key }) }, { type: 'fail', code: 500 });
  }

  #server(name: string): MeddledListerWatcher {
    const server = this.#options.informer(name) && this.#servers.get(name);
    if (!server) throw noInformer(name);
    return server;
  }
}

function noInformer(name: string): WhatIfError {
  return new WhatIfError('noInformer', say`There is no informer ${name}. Start it first.`, undefined);
}
