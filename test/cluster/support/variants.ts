import type { InformerScope } from '../../../extension/informer/sharedInformer.ts';
import type { InformerChoices } from '../../../extension/informer/sharedInformerFactory.ts';

export interface Variant {
  readonly name: string;
  readonly scope?: InformerScope;
  readonly settings: InformerChoices;
}

/** One of each queue, strategy and scope. `even` is a namespace, `side` a label that changes. */
export const variants: readonly Variant[] = [
  { name: 'list and DeltaFIFO', settings: { clientGo: '1.32', queue: 'DeltaFIFO' } },
  { name: 'stream and atomic RealFIFO', settings: { clientGo: '1.36', queue: 'atomic' } },
  { name: 'stream and RealFIFO, of a namespace', scope: { namespace: 'even' }, settings: { clientGo: '1.36', queue: 'RealFIFO' } },
  { name: 'list and RealFIFO with resync, of a label', scope: { labelSelector: 'side=left' }, settings: { clientGo: '1.32', queue: 'RealFIFO', resyncPeriodMs: 60_000 } },
  { name: 'list and DeltaFIFO, of a label in a namespace, metadata alone', scope: { namespace: 'even', labelSelector: 'side=left', metadataOnly: true }, settings: { clientGo: '1.32', queue: 'DeltaFIFO' } },
  { name: 'stream and atomic RealFIFO, metadata alone', scope: { metadataOnly: true }, settings: { clientGo: '1.36', queue: 'atomic' } },
  { name: 'the figures of the article', settings: { clientGo: 'article', queue: 'DeltaFIFO', resyncPeriodMs: 60_000 } },
];
