import type { Cluster } from '../cluster/cluster.ts';

/** What a session needs of a cluster. */
export interface SessionCluster extends Pick<Cluster, 'context' | 'namespace' | 'server' | 'version' | 'discover' | 'listerWatcher' | 'close'> {
  /** Absent where nobody is asked: a recording. */
  readonly identity?: Cluster['identity'];
  /** Absent where no kubeconfig leads there. */
  readonly kubeconfigFiles?: Cluster['kubeconfigFiles'];
  readonly objects: Pick<Cluster['objects'], 'get' | 'write' | 'masked'> & Partial<Pick<Cluster['objects'], 'secretValue'>>;
  /** Absent where nobody can be asked. */
  readonly reviewAccess?: Cluster['reviewAccess'];
  /** Absent where nobody is asked who it is. */
  readonly credentials?: Cluster['credentials'];
  /** Absent where nothing is sent. */
  readonly requests?: Cluster['requests'];
}
