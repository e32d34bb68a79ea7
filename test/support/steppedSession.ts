import type { Reconciler } from '../../extension/controller/api.ts';
import { Breakpoints } from '../../extension/debugger/breakpoints.ts';
import type { InformerChoices } from '../../extension/informer/sharedInformerFactory.ts';
import { celForBreakpoints } from '../../extension/inspector/celBreakpoints.ts';
import type { SessionSource } from '../../extension/inspector/sessionSource.ts';
import type { GatePoint } from '../../extension/trace/gate.ts';
import { FakeClock } from './fakeClock.ts';
import { launchHere } from './inProcessReconcilers.ts';
import { openSession } from './openSession.ts';

export const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

export interface SteppedOptions {
  readonly reconcile?: Reconciler['reconcile'];
  readonly reconciler?: Partial<Reconciler>;
  readonly settings?: InformerChoices;
  readonly points?: readonly GatePoint[];
  readonly source?: SessionSource;
}

/** Reads its ConfigMap, and writes to it what it has seen, once. */
const copying: Reconciler['reconcile'] = async ({ cache, client }, { namespace, name }) => {
  const object = await cache.get('v1/configmaps', namespace, name);
  const data = (object?.['data'] ?? {}) as { k?: string; seen?: string };
  if (object && data.seen !== data.k) await client.patch('v1/configmaps', namespace, name, { data: { seen: data.k } });
  return {};
};

/** A session on something like the playground, with one controller of ConfigMaps and breakpoints, and a clock that a test moves. */
export function steppedSession({ reconcile = copying, reconciler = {}, settings = {}, points, source = { kind: 'playground', size: 'small', seed: 1 } }: SteppedOptions = {}) {
  const clock = new FakeClock();
  const copier: Reconciler = { name: 'copier', for: 'v1/configmaps', writes: ['v1/configmaps'], reconcile, ...reconciler };
  const breakpoints = new Breakpoints({ clock, loadExpressions: () => Promise.resolve(celForBreakpoints(clock)) });
  const opened = openSession({ source, clock, breakpoints, informerSettings: () => settings, launchReconciler: launchHere({ copier }) });
  const { session, cluster } = opened;
  const { stepper } = session;
  if (points) stepper.setPoints(points);
  return {
    ...opened,
    breakpoints,
    stepper,
    /** Runs the controller, and lets it come to rest. */
    async run(workers = 1): Promise<void> {
      await session.controllers.run({ kind: 'file', path: '/somewhere/copier' }, { dryRun: false, workers });
      await clock.settle();
    },
    async put(name: string, data: Readonly<Record<string, string>> = { k: 'v' }): Promise<void> {
      cluster.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'd' }, data });
      await clock.settle();
    },
    /** `queue.pop d/a`, in the order in which they were held. */
    held: (): string[] => stepper.held.map(({ point, key }) => `${point} ${key ?? ''}`.trim()),
    /** Where the item in hand is held; `gone` when it has left. */
    place: (): string => {
      const { inHand } = stepper;
      if (!inHand) return 'nowhere';
      if (inHand.hasLeft) return 'gone';
      return inHand.isHeld ? `${inHand.step.point} ${inHand.step.key ?? ''}`.trim() : 'on its way';
    },
    kinds: (from = 1): string[] => Array.from(session.tracer.entries(from), ({ kind }) => kind),
    cached: (name: string) => session.informers.get('v1/configmaps')?.indexer.get(`d/${name}`)?.['data'],
  };
}
