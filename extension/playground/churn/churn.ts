import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { Random } from '../../base/random.ts';
import type { ChurnRate } from '../../introspection/world.ts';
import { ApiError } from '../../kube/status.ts';
import type { WorldSize } from '../world/createWorld.ts';
import { type ChurnPorts, churnSteps } from './churnSteps.ts';

/** Steps in a second, on average. What a step sets off (a pod that is replaced) comes on top. */
const stepsPerSecond: Readonly<Record<Exclude<ChurnRate, 'off'>, Readonly<Record<WorldSize, number>>>> = {
  calm: { small: 0.5, town: 2, city: 5 },
  busy: { small: 10, town: 50, city: 200 },
};

/** No two steps are closer, in milliseconds: several are made at once instead. */
const minIntervalMs = 20;

export interface ChurnOptions extends ChurnPorts {
  readonly rate: Exclude<ChurnRate, 'off'>;
  readonly size: WorldSize;
  readonly logger: Logger;
}

/** What happens by itself in the cluster: from its seed always the same, one step after the other. */
export class Churn implements Disposable {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ports: ChurnPorts;
  readonly #logger: Logger;
  readonly #meanMs: number;
  #timer: Disposable;

  constructor(options: ChurnOptions) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#ports = options;
    this.#logger = options.logger;
    this.#meanMs = 1000 / stepsPerSecond[options.rate][options.size];
    this.#timer = this.#arm();
  }

  dispose(): void {
    this.#timer.dispose();
  }

  /** Now and then, at intervals between half and one and a half of the mean. */
  #arm(): Disposable {
    const interval = this.#meanMs * (0.5 + this.#random());
    const steps = Math.max(1, Math.round(minIntervalMs / interval));
    return this.#clock.setTimer(interval * steps, () => {
      for (let step = 0; step < steps; step++) this.#step();
      this.#timer = this.#arm();
    });
  }

  #step(): void {
    const total = churnSteps.reduce((sum, { weight }) => sum + weight, 0);
    let chosen = this.#random() * total;
    const step = churnSteps.find(({ weight }) => (chosen -= weight) < 0) ?? churnSteps[0]!;
    try {
      step.run(this.#ports);
    } catch (error) {
      // A refusal: somebody else has changed or removed what it was about.
      if (!ApiError.is(error)) this.#logger.error('churn', `${step.run.name} failed`, error);
    }
  }
}
