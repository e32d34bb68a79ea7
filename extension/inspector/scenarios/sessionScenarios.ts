import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Logger } from '../../base/logger.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioPlayer } from './scenarioPlayer.ts';
import type { ScenarioStage } from './scenarioStage.ts';

export interface SessionScenariosOptions {
  readonly session: { readonly ended: boolean };
  /** Where one is played: a new one for each. */
  readonly stage: () => Promise<ScenarioStage>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The scenario that is played on a session: one at a time. The last one stays to be looked at. */
export class SessionScenarios {
  readonly #options: SessionScenariosOptions;
  readonly #onChange = new Emitter<void>();
  #player: ScenarioPlayer | undefined;
  #closed = false;

  constructor(options: SessionScenariosOptions) {
    this.#options = options;
  }

  /** Fires when another is played, and whenever that one has come further. */
  readonly onChange: Event<void> = this.#onChange.event;

  get player(): ScenarioPlayer | undefined {
    return this.#player;
  }

  /** Makes it ready to be played; one that is being played is ended first. Undefined: the session has ended. */
  async open(scenario: Scenario): Promise<ScenarioPlayer | undefined> {
    const { session, clock, logger } = this.#options;
    let stage: ScenarioStage;
    do {
      await this.#player?.stop();
      stage = await this.#options.stage();
      // Another one may have been opened meanwhile.
    } while (this.#player && !this.#player.isOver);
    if (this.#closed) return undefined;
    const player = new ScenarioPlayer({ scenario, stage, clock, logger });
    this.#player = player;
    player.onChange(() => this.#onChange.fire());
    this.#onChange.fire();
    if (session.ended) await player.stop(true);
    return player;
  }

  /** The session ends: so does what is played on it. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#player?.stop(true);
    this.#onChange.dispose();
  }
}
