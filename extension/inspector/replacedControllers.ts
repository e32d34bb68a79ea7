import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { Reconciler } from '../controller/api.ts';
import { watchOf } from '../controller/watchedKind.ts';
import type { WorldView } from '../introspection/world.ts';
import type { RunOptions } from './sessionController.ts';
import type { InformerHolder } from './sessionInformers.ts';

/** What of the playground is needed: who lives there, and how one of them is cut off. */
export interface WorldAccess {
  world(): Promise<WorldView>;
  connectController(name: string, connected: boolean): Promise<WorldView>;
}

interface Replacement {
  /** Two that do the same would be in each other's way. */
  readonly off: string;
  /** Does what whoever writes such a reconciler leaves to others. */
  readonly on?: string;
}

/** By what a reconciler is for: whose place it takes among the playground's own controllers. */
const replacements: Readonly<Record<string, Replacement>> = {
  'apps/v1/deployments': { off: 'deployment', on: 'deployment-status' },
  'apps/v1/replicasets': { off: 'replicaset' },
  'batch/v1/jobs': { off: 'job' },
  'discovery.k8s.io/v1/endpointslices': { off: 'endpointslice' },
};

/**
 * Cuts off those of the playground's own controllers whose place a reconciler takes that writes, for as long as one of them runs, however
 * it ends. One that somebody else has cut off stays so.
 */
export class ReplacedControllers {
  readonly #inside: () => Promise<WorldAccess | undefined>;
  readonly #logger: Logger;
  readonly #holders = new Map<InformerHolder, Replacement>();
  /** Those that are to be as they were, when nobody takes their place any more. */
  readonly #changed = new Set<string>();
  #turn: Promise<void> = Promise.resolve();

  /** @param inside undefined where there is no playground, or it is not up */
  constructor(inside: () => Promise<WorldAccess | undefined>, logger: Logger) {
    this.#inside = inside;
    this.#logger = logger;
  }

  /** Before it begins to work. Never rejects: what cannot be cut off is said in the log. */
  begin(holder: InformerHolder, reconciler: Reconciler, { dryRun }: RunOptions): Promise<void> {
    const { resource } = watchOf(reconciler.for);
    const replacement = typeof resource === 'string' ? replacements[resource] : undefined;
    if (dryRun || !replacement) return Promise.resolve();
    this.#holders.set(holder, replacement);
    return this.#serially(() => this.#take(holder.name, replacement));
  }

  /** When nothing of it runs any more. */
  end(holder: InformerHolder): Promise<void> {
    const replacement = this.#holders.get(holder);
    this.#holders.delete(holder);
    const isLeft = replacement && !Array.from(this.#holders.values()).includes(replacement);
    return isLeft ? this.#serially(() => this.#giveBack(holder.name, replacement)) : Promise.resolve();
  }

  async #take(who: string, { off, on }: Replacement): Promise<void> {
    const inside = await this.#inside();
    if (!inside) return;
    const { controllers } = await inside.world();
    const isConnected = (name: string): boolean => controllers.find((controller) => controller.name === name)?.connected ?? false;
    if (isConnected(off)) {
      await inside.connectController(off, false);
      this.#changed.add(off);
      this.#logger.info(who, `the playground's own controller ${off} is cut off as long as this runs`);
    }
    if (on !== undefined && this.#changed.has(off) && !isConnected(on)) {
      await inside.connectController(on, true);
      this.#changed.add(on);
    }
  }

  async #giveBack(who: string, { off, on }: Replacement): Promise<void> {
    const inside = await this.#inside();
    if (on !== undefined && this.#changed.delete(on)) await inside?.connectController(on, false);
    if (!this.#changed.delete(off)) return;
    await inside?.connectController(off, true);
    this.#logger.info(who, `the playground's own controller ${off} is connected again`);
  }

  #serially(step: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(step).catch((error: unknown) => this.#logger.warn('playground', `its own controllers cannot be cut off or connected: ${messageOf(error)}`));
    return this.#turn;
  }
}
