import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { Logger } from '../../base/logger.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import { type ChurnRate, worldLimits, type WorldView } from '../../introspection/world.ts';
import type { Authorizer } from '../access/authorizer.ts';
import { Churn } from '../churn/churn.ts';
import { ControllerManager } from '../controllers/controllerManager.ts';
import type { ControllerSelection } from '../controllers/controllerSelection.ts';
import { Expirer } from '../registry/expirer.ts';
import type { Registry } from '../registry/registry.ts';
import { badRequest } from '../statusErrors.ts';
import type { WorldSize } from './createWorld.ts';
import { WorldClock } from './worldClock.ts';

export interface WorldOptions {
  readonly registry: Registry;
  readonly clock: Clock;
  /** What is drawn from here on is drawn from it. */
  readonly seed: number;
  /** Which cluster it is, as whoever began it has said: what is shown. */
  readonly givenSeed: number;
  readonly size: WorldSize;
  readonly churn: ChurnRate;
  readonly speed?: number;
  readonly selection: ControllerSelection;
  readonly authorizer?: Authorizer | undefined;
  /** Told where the storage was set back to. */
  readonly onRewind: Event<number>;
  readonly logger: Logger;
}

/** All that happens by itself in the cluster: controllers, kubelets, churn and what expires, on one clock that people may set. */
export class World {
  readonly clock: WorldClock;
  readonly controllers: ControllerManager;
  readonly #options: WorldOptions;
  readonly #expirer: Disposable;
  readonly #chance: Random;
  #churn: Disposable | undefined;
  #rate: ChurnRate = 'off';

  constructor(options: WorldOptions) {
    const { registry, clock, seed, selection, authorizer, onRewind, logger, speed = 1 } = options;
    this.#options = options;
    this.clock = new WorldClock(clock, speed);
    this.#expirer = new Expirer(registry.stores, this.clock);
    this.controllers = new ControllerManager({ registry, clock, world: this.clock, seed, selection, authorizer, onRewind, logger });
    this.#chance = seededRandom(seed + 1);
  }

  get view(): WorldView {
    const { size, givenSeed } = this.#options;
    return {
      size,
      seed: givenSeed,
      churn: this.#rate,
      speed: this.clock.speed,
      worldMs: this.clock.now(),
      controllers: this.controllers.controllers.slice(0, worldLimits.controllers).map((controller) => controller.view),
    };
  }

  start(): void {
    this.controllers.start();
    this.churn = this.#options.churn;
  }

  get churn(): ChurnRate {
    return this.#rate;
  }

  set churn(rate: ChurnRate) {
    this.#rate = rate;
    this.#churn?.dispose();
    const { registry, size, logger } = this.#options;
    const ports = { registry, kubeletOf: (node: string) => this.controllers.kubeletOf(node), clock: this.clock, random: this.#chance, size, logger };
    this.#churn = rate === 'off' ? undefined : new Churn({ ...ports, rate });
  }

  /** @throws ApiError for what is not between standing still and the fastest */
  setSpeed(speed: number): void {
    if (!(speed >= 0 && speed <= worldLimits.speed)) throw badRequest(`the speed of the world must be from 0 to ${worldLimits.speed}, not ${speed}`);
    this.clock.speed = speed;
  }

  /** Resolves when it is so: nothing of one that is cut off runs any more. @throws ApiError for a name that nobody has */
  async setConnected(name: string, connected: boolean): Promise<void> {
    const controller = this.controllers.find(name);
    if (!controller) throw badRequest(`there is no controller ${JSON.stringify(name.slice(0, 200))} in this cluster`);
    if (connected) controller.connect();
    else await controller.disconnect();
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#churn?.dispose();
    this.#expirer.dispose();
    this.clock.dispose();
    await this.controllers.stop();
  }
}
