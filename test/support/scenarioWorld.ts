import { systemRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import { asUser } from '../../extension/cluster/impersonation.ts';
import { launchInProcess } from '../../extension/inspector/launchReconciler.ts';
import type { PlaygroundProcess } from '../../extension/inspector/playgroundProcess.ts';
import type { Scenario } from '../../extension/inspector/scenarios/scenario.ts';
import type { ScenarioPlayer } from '../../extension/inspector/scenarios/scenarioPlayer.ts';
import { SessionScenarios } from '../../extension/inspector/scenarios/sessionScenarios.ts';
import { LiveStage } from '../../extension/inspector/scenarios/live/liveStage.ts';
import type { ClientOptions } from '../../extension/inspector/scenarios/live/scenarioClient.ts';
import type { Session } from '../../extension/inspector/session.ts';
import { PlaygroundSession } from './playgroundSession.ts';
import { reconcilerProgram } from './reconcilerFile.ts';
import { RecordingLogger } from './recordingLogger.ts';

/** On a busy machine a step takes its time; one that waits in vain is wrong however long it waits. */
const patienceMs = 120_000;

/** A playground in its process, a session on it as the extension has it, and clients of a scenario's own. */
export class ScenarioWorld {
  readonly session: Session;
  readonly scenarios: SessionScenarios;
  readonly playground: PlaygroundProcess;
  readonly logger: RecordingLogger;
  readonly #opened: PlaygroundSession;

  private constructor(opened: PlaygroundSession, scenarios: SessionScenarios, logger: RecordingLogger) {
    this.#opened = opened;
    this.playground = opened.playground;
    this.session = opened.session;
    this.scenarios = scenarios;
    this.logger = logger;
  }

  static async open(): Promise<ScenarioWorld> {
    const clock = systemClock;
    const logger = new RecordingLogger();
    const opened = await PlaygroundSession.open({ seed: 7, logger, launchReconciler: launchInProcess({ program: reconcilerProgram, clock, logger }) });
    const { session } = opened;
    const openClient = ({ userAgent, user }: ClientOptions): Promise<Cluster> => opened.client({ userAgent, ...(user !== undefined && { as: asUser(user) }) });
    const scenarios = new SessionScenarios({ session, stage: async () => new LiveStage({ session, openClient, clock, random: systemRandom, logger, patienceMs }), clock, logger });
    return new ScenarioWorld(opened, scenarios, logger);
  }

  /** From the beginning to the end. */
  async play(scenario: Scenario): Promise<ScenarioPlayer> {
    const player = (await this.scenarios.open(scenario))!;
    player.runToEnd();
    await player.ended;
    return player;
  }

  async close(): Promise<void> {
    await this.scenarios.close();
    await this.#opened.close();
  }
}
