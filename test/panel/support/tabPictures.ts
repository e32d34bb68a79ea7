import type { ItemPicture } from '../../../extension/protocol/pages/item.ts';
import type { PictureOf } from '../../../extension/protocol/pages.ts';
import type { Tab } from '../../../webview/store/pageModels.ts';
import { falseCache } from '../../support/cachePictures.ts';
import { chainPictureOf, rollout } from '../../support/chainPictures.ts';
import { lintsPicture } from '../../support/lintViews.ts';
import { busyQueues } from '../../support/queuesPictures.ts';
import { scenarioPicture } from '../../support/scenarioPictures.ts';
import { serverPicture } from '../../support/serverPictures.ts';

const item: ItemPicture = {
  informer: 'v1/pods',
  key: 'web/api-7d4b9c6f8-x2x1',
  entry: { seq: 40, kind: 'handler.update', fields: [{ name: 'handler', value: 'deployment-rollout' }] },
  object: { rv: '184001', format: 'yaml', source: 'cache', wanted: '184001', parts: [{ name: '', text: 'kind: Pod\n' }, { name: 'status', text: 'status:\n  phase: Running\n' }], cut: true },
  diff: {
    seq: 4,
    from: '184180',
    to: '184001',
    uidChanged: true,
    fields: [{ path: 'spec.replicas', before: '2', after: '', owner: { manager: 'hpa', operation: 'Update', subresource: '', time: '2026-11-29T23:59:01Z' } }],
    more: true,
    unknown: false,
  },
  queue: { ahead: 2, deltas: [{ type: 'Deleted', rv: '184188' }], count: 2 },
  places: [{ queue: 'flaky', ahead: null, length: 0, dirty: true, processing: false, dueInMs: 3200, failures: 3 }],
  held: [{ id: 7, point: 'queue.pop', owner: 'v1/pods', heldMs: 6300 }],
  history: { rows: [{ seq: 5, t: 15, stage: 'handler', kind: 'handler.update', rv: '184001', summary: 'OnUpdate', changed: [] }], count: 4, searching: false },
};

const recording: PictureOf<'recording'> = {
  file: { format: 'trace', producer: 'Informer Inspector 0.1.0', entries: 1234, input: 56, informers: 2, skipped: 1, firstSkipped: 7, whySkipped: 'it is no JSON', cut: null },
  whyNot: null,
  replay: null,
  comparison: { phase: 'none', message: '', runs: [], keys: 0, parted: 0, partings: [], caches: 0, cut: false },
};

/** Something to see on each page. One that has nothing here does not compile. */
export const tabPictures: { readonly [Name in Tab]: PictureOf<Name> } = {
  item,
  chain: chainPictureOf(rollout, 15),
  queues: busyQueues,
  cache: falseCache,
  server: serverPicture,
  lints: lintsPicture,
  recording,
  scenario: scenarioPicture,
};
