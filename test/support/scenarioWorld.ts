import path from 'node:path';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster } from '../../extension/cluster/cluster.ts';
import { asUser } from '../../extension/cluster/impersonation.ts';
import { createKeyedHash } from '../../extension/cluster/keyedHash.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import { launchInProcess } from '../../extension/inspector/launchReconciler.ts';
import { PlaygroundProcess } from '../../extension/inspector/playgroundProcess.ts';
import type { Scenario } from '../../extension/inspector/scenarios/scenario.ts';
import type { ScenarioPlayer } from '../../extension/inspector/scenarios/scenarioPlayer.ts';
import { SessionScenarios } from '../../extension/inspector/scenarios/sessionScenarios.ts';
import { LiveStage } from '../../extension/inspector/scenarios/live/liveStage.ts';
import type { ClientOptions } from '../../extension/inspector/scenarios/live/scenarioClient.ts';
import { Session } from '../../extension/inspector/session.ts';
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

  private constructor(playground: PlaygroundProcess, session: Session, scenarios: SessionScenarios, logger: RecordingLogger) {
    this.playground = playground;
    this.session = session;
    this.scenarios = scenarios;
    this.logger = logger;
  }

  static async open(): Promise<ScenarioWorld> {
    const clock = systemClock;
    const logger = new RecordingLogger();
    const playground = new PlaygroundProcess({ program: path.resolve(import.meta.dirname, '../../extension/cli/playground.ts'), execPath: process.execPath, env: process.env, clock, logger });
    const { kubeconfig } = await playground.start({ size: 'small', seed: 7, churn: 'off' });
    const loaded = await loadKubeconfig({ path: kubeconfig, env: {}, home: '/nonexistent' });
    const open = (client?: ClientOptions): Promise<Cluster> =>
      Cluster.open(loaded, { allowExec: false, keyedHash: createKeyedHash(), clock, logger: silentLogger, env: {}, ...(client && { userAgent: client.userAgent }), ...(client?.user !== undefined && { as: asUser(client.user) }) });
    const session = new Session({
      source: { kind: 'playground', size: 'small', seed: 7 },
      cluster: await open(),
      clock,
      random: systemRandom,
      logger,
      launchReconciler: launchInProcess({ program: reconcilerProgram, clock, logger }),
      informerSettings: () => ({}),
      introspection: () => playground.introspection(),
    });
    const scenarios = new SessionScenarios({ session, stage: async () => new LiveStage({ session, openClient: open, clock, random: systemRandom, logger, patienceMs }), clock, logger });
    return new ScenarioWorld(playground, session, scenarios, logger);
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
    await this.session.close();
    await this.playground.stop();
  }
}
