import type { SessionCluster } from '../../sessionCluster.ts';

/** A client of the playground of a scenario's own, beside the session's. */
export type ScenarioClient = Pick<SessionCluster, 'objects' | 'listerWatcher' | 'requests' | 'close'>;

export interface ClientOptions {
  /** As whose program it asks. */
  readonly userAgent: string;
  /** As whom; absent: as the session's user. */
  readonly user?: string;
}

export type OpenClient = (options: ClientOptions) => Promise<ScenarioClient>;
