import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandomFor } from '../../extension/base/random.ts';
import { fileSeed } from '../support/seed.ts';
import { type ComparedServer, playgroundServer, realServer } from './support/comparedServer.ts';
import { serverDifferences } from './support/serverDifferences.ts';
import { type StepTrace, TraceRun, type TraceVariant } from './support/traceRun.ts';
import { configMaps, deployments, leases, namespaceResource, nodes, pods, secrets, traceScript } from './support/traceScript.ts';
import { describeCluster } from './whenControlPlane.ts';

const seed = fileSeed();
const drawnSteps = 40;

const deltaFifo = { clientGo: '1.32', queue: 'DeltaFIFO' } as const;
const realFifo = { clientGo: '1.32', queue: 'RealFIFO' } as const;
/** Lists, though its release would stream. */
const atomic = { clientGo: '1.36', queue: 'atomic', featureGates: { WatchListClient: false } } as const;

const variants: readonly TraceVariant[] = [
  { name: 'configmaps, DeltaFIFO', resource: configMaps, scope: {}, settings: deltaFifo },
  { name: 'configmaps of a namespace, RealFIFO', resource: configMaps, scope: { namespace: 'kinds-a' }, settings: realFifo },
  { name: 'configmaps of a label, atomic', resource: configMaps, scope: { labelSelector: 'watched=yes' }, settings: atomic },
  { name: 'configmaps as the article has it', resource: configMaps, scope: {}, settings: { clientGo: 'article', queue: 'DeltaFIFO', resyncPeriodMs: 0 } },
  { name: 'metadata of configmaps, RealFIFO', resource: configMaps, scope: { metadataOnly: true }, settings: realFifo },
  { name: 'one configmap, DeltaFIFO', resource: configMaps, scope: { namespace: 'kinds-a', fieldSelector: 'metadata.name=kinds-item-0' }, settings: deltaFifo },
  { name: 'configmaps, streamed, atomic', resource: configMaps, scope: {}, settings: { clientGo: '1.36', queue: 'atomic' } },
  { name: 'configmaps, streamed, RealFIFO', resource: configMaps, scope: {}, settings: { clientGo: '1.36', queue: 'RealFIFO' } },
  { name: 'secrets, DeltaFIFO', resource: secrets, scope: {}, settings: deltaFifo },
  { name: 'secrets of a type, atomic', resource: secrets, scope: { fieldSelector: 'type=Opaque' }, settings: atomic },
  { name: 'deployments, DeltaFIFO', resource: deployments, scope: {}, settings: deltaFifo },
  { name: 'deployments of a namespace and a label, RealFIFO', resource: deployments, scope: { namespace: 'kinds-a', labelSelector: 'watched=yes' }, settings: realFifo },
  { name: 'pods, DeltaFIFO', resource: pods, scope: { namespace: 'kinds-a' }, settings: deltaFifo },
  { name: 'namespaces, atomic', resource: namespaceResource, scope: {}, settings: atomic },
  { name: 'leases, RealFIFO', resource: leases, scope: {}, settings: realFifo },
  { name: 'nodes, DeltaFIFO', resource: nodes, scope: {}, settings: deltaFifo },
];

let real: ComparedServer;
let playground: ComparedServer;

/** Minor release of the real one. */
async function minorOf({ kubectl }: ComparedServer): Promise<number> {
  return Number.parseInt((JSON.parse(await kubectl(['get', '--raw', '/version'])) as { minor: string }).minor, 10);
}

describeCluster('the same changes on the real API server and on the playground', () => {
  beforeAll(async () => {
    [real, playground] = await Promise.all([realServer(), playgroundServer(seed)]);
  });

  afterAll(async () => {
    await Promise.all([real?.close(), playground?.close()]);
  });

  it('lead to the same entries of the trace, key by key, but for what one of them lacks', async () => {
    const script = traceScript(seed, drawnSteps);
    const play = (server: ComparedServer): Promise<readonly StepTrace[]> => TraceRun.play(server, script, variants, seededRandomFor(seed, 'jitter'));
    const [minor, ofReal, ofPlayground] = await Promise.all([minorOf(real), play(real), play(playground)]);
    const lacking = serverDifferences.filter(({ isLackingIn }) => isLackingIn(minor));
    const seen = new Set<string>();
    for (const [index, expected] of ofReal.entries()) {
      const { answers, informers } = ofPlayground[index]!;
      const step = index === 0 ? 'the first list' : JSON.stringify(script[index - 1]).slice(0, 400);
      expect(answers, `what the servers answered to step ${index}, ${step}`).toEqual(expected.answers);
      for (const [name, trace] of Object.entries(informers)) {
        let comparable = trace;
        for (const { feature, without } of lacking) {
          const next = without(comparable);
          if (next !== comparable) seen.add(feature);
          comparable = next;
        }
        expect(comparable, `${name} after step ${index}, ${step}`).toEqual(expected.informers[name]);
      }
    }
    expect([...seen], 'differences that show').toEqual(lacking.map(({ feature }) => feature));
  }, 400_000);
});
