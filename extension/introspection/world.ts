/** `GET /world`: what lives in the cluster by itself. */
export interface WorldView {
  readonly size: string;
  readonly seed: number;
  readonly churn: string;
  /** How fast its time goes: 0 is paused, 1 as it passes, at most 100. */
  readonly speed: number;
  /** How far it has gone, on its own clock, in milliseconds. */
  readonly worldMs: number;
  readonly controllers: readonly WorldControllerView[];
}

export interface WorldControllerView {
  /** `deployment`, `replicaset`, `scheduler`, `kubelet/node-1` … */
  readonly name: string;
  /** As whom it asks: `system:serviceaccount:kube-system:deployment-controller`, `system:node:node-1` */
  readonly user: string;
  /** False: it was cut off, and neither hears nor says anything. */
  readonly connected: boolean;
  readonly synced: boolean;
  /** Keys that wait in its queue. */
  readonly queued: number;
  readonly reconciles: number;
  readonly failures: number;
  /** The last thing that went wrong, as a sentence; empty where nothing did. */
  readonly lastError: string;
}

/** `POST /world/speed` `{ speed }`, `POST /world/churn` `{ churn }` and `POST /world/controllers` `{ name, connected }` answer with the WorldView. */
export const worldLimits = { controllers: 500, speed: 100 } as const;

/** Those that a person is offered. */
export const worldSpeeds: readonly number[] = [0, 0.5, 1, 2, 5, 10, 20, 50, worldLimits.speed];

export const churnRates = ['off', 'calm', 'busy'] as const;

export type ChurnRate = (typeof churnRates)[number];

/** What world it is where nothing is said, in the terminal as in the settings. */
export const defaultSeed = 7;
