import type { Reconciler } from '../../extension/controller/api.ts';
import type { SessionCluster } from '../../extension/inspector/sessionCluster.ts';
import type { SessionController } from '../../extension/inspector/sessionController.ts';
import type { InformerChoices } from '../../extension/informer/sharedInformerFactory.ts';
import type { LintName } from '../../extension/trace/entry.ts';
import { launchHere } from './inProcessReconcilers.ts';
import { openSession } from './openSession.ts';

export const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
export const pods = { group: '', version: 'v1', resource: 'pods' };

export interface LintHarnessOptions {
  readonly reconcilers?: readonly Reconciler[];
  readonly cluster?: Partial<SessionCluster>;
  readonly settings?: InformerChoices;
}

/** A session with its lints, on a cluster and a clock that a test moves. */
export function lintHarness({ reconcilers = [], cluster: overrides, settings = {} }: LintHarnessOptions = {}) {
  const opened = openSession({
    launchReconciler: launchHere(Object.fromEntries(reconcilers.map((each) => [each.name, each]))),
    informerSettings: () => settings,
    ...(overrides && { cluster: overrides }),
  });
  const { session, clock } = opened;
  return {
    ...opened,
    /** What is raised now, oldest first. */
    raised: (): LintName[] => session.lints.raised.map(({ lint }) => lint).toReversed(),
    first: () => session.lints.raised.at(-1),
    async run(name: string, workers = 1): Promise<SessionController> {
      const controller = await session.controllers.run({ kind: 'file', path: `/somewhere/${name}` }, { dryRun: false, workers });
      await clock.settle();
      return controller;
    },
    /** Entries that a finding names. */
    causes: (): string[] => (session.lints.raised.at(-1)?.cause ?? []).map((seq) => session.tracer.at(seq)?.kind ?? '?'),
  };
}

/** A ConfigMap of the namespace `d`. */
export function configMap(name: string, data: Readonly<Record<string, string>> = {}, metadata: object = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'd', ...metadata }, data };
}

/** As the server keeps who has written these fields of `data`. */
export function managedBy(manager: string, ...fields: readonly string[]) {
  const own = Object.fromEntries(fields.map((field) => [`f:${field}`, {}]));
  return { manager, operation: 'Update', apiVersion: 'v1', time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': own } };
}
