import path from 'node:path';
import { type Logger, silentLogger } from '../../extension/base/logger.ts';
import { systemRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import type { Cluster, ClusterOptions } from '../../extension/cluster/cluster.ts';
import type { LaunchReconciler } from '../../extension/inspector/launchReconciler.ts';
import { PlaygroundProcess } from '../../extension/inspector/playgroundProcess.ts';
import { Session } from '../../extension/inspector/session.ts';
import { launchHere } from './inProcessReconcilers.ts';
import { openClusterAt } from './openCluster.ts';

interface PlaygroundSessionOptions {
  readonly seed?: number;
  readonly logger?: Logger;
  readonly launchReconciler?: LaunchReconciler;
}

/** A small and quiet playground in a process of its own, and a session on it as the extension has it. */
export class PlaygroundSession {
  readonly playground: PlaygroundProcess;
  readonly session: Session;
  readonly #kubeconfig: string;
  readonly #clients: Cluster[] = [];

  private constructor(playground: PlaygroundProcess, session: Session, kubeconfig: string) {
    this.playground = playground;
    this.session = session;
    this.#kubeconfig = kubeconfig;
  }

  static async open({ seed = 1, logger = silentLogger, launchReconciler = launchHere() }: PlaygroundSessionOptions = {}): Promise<PlaygroundSession> {
    const clock = systemClock;
    const playground = new PlaygroundProcess({ program: path.resolve(import.meta.dirname, '../../extension/cli/playground.ts'), execPath: process.execPath, env: process.env, clock, logger });
    const { kubeconfig } = await playground.start({ size: 'small', seed, churn: 'off' });
    const session = new Session({
      source: { kind: 'playground', size: 'small', seed },
      cluster: await openClusterAt(kubeconfig),
      clock,
      random: systemRandom,
      logger,
      launchReconciler,
      informerSettings: () => ({}),
      introspection: () => playground.introspection(),
    });
    return new PlaygroundSession(playground, session, kubeconfig);
  }

  /** Somebody else who asks its server; whoever they are, they are gone with it. */
  async client(options: Pick<ClusterOptions, 'userAgent' | 'as'> = {}): Promise<Cluster> {
    const client = await openClusterAt(this.#kubeconfig, options);
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    await this.session.close();
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.playground.stop();
  }
}
