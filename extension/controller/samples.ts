/** A reconciler that ships with the extension, to be run, read and taken as a beginning. */
export interface Sample {
  /** Of the table; and of its file in `samples/`, where it has one. */
  readonly name: string;
  readonly title: string;
  /** One line: what it shows. */
  readonly description: string;
  /** Files in `samples/`, without their ending. More than one: run at once, each as a controller of its own. */
  readonly files: readonly [string, ...string[]];
  /** Writes nothing, so that it may be run on any cluster as it is. */
  readonly safeAnywhere: boolean;
}

function sample(name: string, title: string, description: string, more: Partial<Pick<Sample, 'files' | 'safeAnywhere'>> = {}): Sample {
  return { name, title, description, files: [name], safeAnywhere: false, ...more };
}

/** In the order in which a person would go through them. */
export const samples: readonly Sample[] = [
  sample('observe', 'Observe', 'Says what a Deployment controller would do, and does nothing', { safeAnywhere: true }),
  sample('deploymentRollout', 'Deployment Rollout', 'A new image becomes a new ReplicaSet, and the old one is scaled down'),
  sample('replicaSet', 'ReplicaSet', 'As many pods as are asked for, without remembering anything'),
  sample('configMapMirror', 'ConfigMap Mirror', 'Copies in other namespaces, held together by a finalizer'),
  sample('websiteOperator', 'CRD Operator', 'Brings a kind of its own, with status and conditions'),
  sample('flaky', 'Flaky', 'Fails half of the time: back-off to be seen', { safeAnywhere: true }),
  sample('lostAndFound', 'Lost and Found', 'Loses a notification, and finds it at the next resync'),
  sample('hotLoop', 'Hot Loop', 'Two controllers fight over one field', { files: ['hotLoopBlue', 'hotLoopGreen'] }),
  sample('staleRead', 'Stale Read', 'Makes too many when its cache is behind: why expectations exist'),
];
