/**
 * Which controllers run from the start, said as kube-controller-manager's `--controllers` does: `*` for all that usually do, `name` for
 * that one, `-name` for not that one; what is said first holds. `kubelet` stands for those of all nodes.
 */
export type ControllerSelection = readonly string[];

export const controllerNames = [
  'deployment',
  'deployment-status',
  'replicaset',
  'job',
  'ttl-after-finished',
  'endpointslice',
  'service',
  'namespace',
  'garbage-collector',
  'serviceaccount',
  'clusterrole-aggregation',
  'node-lifecycle',
  'scheduler',
  'kubelet',
] as const;

export type ControllerName = (typeof controllerNames)[number];

/** It counts in the place of `deployment`, where somebody else rolls out. */
const offByDefault: ReadonlySet<string> = new Set(['deployment-status'] satisfies ControllerName[]);

export const allControllers: ControllerSelection = ['*'];

/** @param name `kubelet/node-1`, `deployment` */
export function isSelected(selection: ControllerSelection, name: string): boolean {
  const short = name.split('/', 1)[0]!;
  for (const said of selection) {
    if (said === name || said === short) return true;
    if (said === `-${name}` || said === `-${short}`) return false;
  }
  return selection.includes('*') && !offByDefault.has(short);
}

/** Whether anything runs by itself at all. */
export function runsAny(selection: ControllerSelection): boolean {
  return selection.some((said) => !said.startsWith('-'));
}

/** The first that names nothing; undefined where all do. */
export function unknownIn(selection: ControllerSelection): string | undefined {
  return selection.find((said) => said !== '*' && !controllerNames.some((name) => said === name || said === `-${name}`));
}
