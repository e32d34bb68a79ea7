import { ClientGoInformer, type InformerProgram } from './clientGoInformer.ts';
import type { Variant } from './pair.ts';
import type { Stage } from './stage.ts';

/** All ways in which this client-go can be run: as it comes, asking for protobuf first, the first list the other way, and with the queue that came before its own. */
export async function variantsOf(program: InformerProgram, { kubeconfig }: Pick<Stage, 'kubeconfig'>): Promise<readonly Variant[]> {
  const asked = new ClientGoInformer({ program, kubeconfig, userAgent: 'gates', resources: [] });
  try {
    const { WatchListClient: streams = false, InOrderInformers: inOrder = false, AtomicFIFO: atomic } = await asked.gates;
    return [
      { name: 'as it comes' },
      { name: 'protobuf first', protobuf: true },
      { name: streams ? 'listing' : 'streaming', gates: { WatchListClient: !streams } },
      ...(atomic ? [{ name: 'without AtomicFIFO', gates: { AtomicFIFO: false } }] : []),
      ...(inOrder && atomic === undefined ? [{ name: 'without InOrderInformers', gates: { InOrderInformers: false } }] : []),
    ];
  } finally {
    await asked.end();
  }
}
