/**
 * Informers in a process of their own, which a test can freeze: `node informerProgram.ts KUBECONFIG FACTOR SEED`. Writes a line of JSON for each call of a
 * handler, and for each line that it reads one that tells how everything stands. Ends with its standard input.
 */
import { createInterface } from 'node:readline';
import { silentLogger } from '../../../extension/base/logger.ts';
import { seededRandomFor } from '../../../extension/base/random.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../../extension/informer/eventHandler.ts';
import { SharedInformerFactory } from '../../../extension/informer/sharedInformerFactory.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { openGate } from '../../../extension/trace/gate.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { describeObject } from '../../support/believer.ts';
import { hastyClock } from '../../support/hastyClock.ts';
import { openClusterAt } from '../../support/openCluster.ts';
import { RequestLog } from '../../support/requestLog.ts';
import { variants } from './variants.ts';

export interface ToldCall {
  readonly informer: number;
  readonly call: 'add' | 'update' | 'delete' | 'tombstone';
  readonly key?: string;
  readonly object?: KubeObject;
  readonly old?: KubeObject;
}

export interface InformerReport {
  readonly name: string;
  readonly phase: string;
  /** `namespace/name uid resourceVersion`, sorted. */
  readonly cached: readonly string[];
  readonly violations: readonly string[];
  readonly lists: number;
  readonly watches: number;
  /** Codes of all errors so far. */
  readonly errors: readonly number[];
  /** Why its watches ended so far. */
  readonly closed: readonly string[];
}

const [kubeconfig = '', factorText = '1', seed = '1'] = process.argv.slice(2);
const factor = Number(factorText);
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const clock = hastyClock(factor);
const cluster = await openClusterAt(kubeconfig, { clock });

const running = variants.map(({ name, scope = {}, settings }, index) => {
  const log = new RequestLog(clock);
  const trace = new Tracer(clock, 200_000);
  const listerWatcherFor: typeof cluster.listerWatcher = (resource, where) => log.observe(cluster.listerWatcher(resource, where));
  const factory = new SharedInformerFactory({ clock, random: seededRandomFor(Number(seed), name), probe: trace, gate: openGate, logger: silentLogger, listerWatcherFor });
  const informer = factory.informer(configMaps, scope, settings);
  informer.addEventHandler(teller(index), { name: 'teller' });
  factory.start();
  return { name, log, trace, factory, informer };
});

for await (const _asked of createInterface(process.stdin)) write(running.map(report));
await Promise.all(running.map(({ factory }) => factory.shutdown()));
await cluster.close();

function teller(informer: number): ResourceEventHandler {
  const tell = (call: Omit<ToldCall, 'informer'>): void => write({ informer, ...call });
  return {
    onAdd: (object) => tell({ call: 'add', object: metadataOf(object) }),
    onUpdate: (old, object) => tell({ call: 'update', old: metadataOf(old), object: metadataOf(object) }),
    onDelete: (object) => (object instanceof DeletedFinalStateUnknown ? tell({ call: 'tombstone', key: object.key }) : tell({ call: 'delete', object: metadataOf(object) })),
  };
}

function metadataOf({ metadata: { namespace = '', name = '', uid = '', resourceVersion = '', labels = {}, annotations = {} } }: KubeObject): KubeObject {
  return { metadata: { namespace, name, uid, resourceVersion, labels, annotations } };
}

function report({ name, log, trace, informer }: (typeof running)[number]): InformerReport {
  const entries = [...trace.entries()];
  return {
    name,
    phase: informer.phase.name,
    cached: informer.indexer.list().map((object) => `${describeObject(object).id} ${describeObject(object).value}`).toSorted(),
    violations: log.violations(informer.settings.clientGo, factor),
    lists: log.lists,
    watches: log.watches,
    errors: entries.flatMap((entry) => (entry.kind === 'reflector.error' ? [entry.code] : [])),
    closed: entries.flatMap((entry) => (entry.kind === 'reflector.closed' ? [entry.reason] : [])),
  };
}

function write(line: ToldCall | readonly InformerReport[]): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
