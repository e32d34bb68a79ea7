import type { PageName, PictureOf } from '../../extension/protocol/pages.ts';
import { type CacheAction, type CacheModel, initialCache, reduceCache } from '../pages/cache/cacheModel.ts';
import { type ChainAction, type ChainModel, initialChain, reduceChain } from '../pages/chain/chainModel.ts';
import { type ItemAction, type ItemModel, initialItem, reduceItem } from '../pages/item/itemModel.ts';
import { type LintsAction, type LintsModel, initialLints, reduceLints } from '../pages/lints/lintsModel.ts';
import { type QueuesAction, type QueuesModel, initialQueues, reduceQueues } from '../pages/queues/queuesModel.ts';
import { type RecordingAction, type RecordingModel, initialRecording, reduceRecording } from '../pages/recording/recordingModel.ts';
import { type ScenarioAction, type ScenarioModel, initialScenario, reduceScenario } from '../pages/scenario/scenarioModel.ts';
import { type ServerAction, type ServerModel, initialServer, reduceServer } from '../pages/server/serverModel.ts';
import { type TimelineAction, type TimelineModel, initialTimeline, reduceTimeline } from '../pages/timeline/timelineModel.ts';

/** What each page keeps of its own. */
export interface PageModels {
  readonly item: ItemModel;
  readonly chain: ChainModel;
  readonly queues: QueuesModel;
  readonly cache: CacheModel;
  readonly server: ServerModel;
  readonly lints: LintsModel;
  readonly recording: RecordingModel;
  readonly scenario: ScenarioModel;
  readonly timeline: TimelineModel;
}

/** What can happen to a page, by a person's doing. */
export type PageAction =
  | { readonly page: 'item'; readonly action: ItemAction }
  | { readonly page: 'chain'; readonly action: ChainAction }
  | { readonly page: 'queues'; readonly action: QueuesAction }
  | { readonly page: 'cache'; readonly action: CacheAction }
  | { readonly page: 'server'; readonly action: ServerAction }
  | { readonly page: 'lints'; readonly action: LintsAction }
  | { readonly page: 'recording'; readonly action: RecordingAction }
  | { readonly page: 'scenario'; readonly action: ScenarioAction }
  | { readonly page: 'timeline'; readonly action: TimelineAction };

/** The newest picture of each page. */
export type PagePictures = { readonly [Name in PageName]?: PictureOf<Name> };

/** Pages that share the side column, in the order of their tabs. */
export const tabs = ['item', 'chain', 'queues', 'cache', 'server', 'lints', 'recording', 'scenario'] as const satisfies readonly PageName[];

export type Tab = (typeof tabs)[number];

export const initialPages: PageModels = {
  item: initialItem,
  chain: initialChain,
  queues: initialQueues,
  cache: initialCache,
  server: initialServer,
  lints: initialLints,
  recording: initialRecording,
  scenario: initialScenario,
  timeline: initialTimeline,
};

/** The pages after `action`. Pure. */
export function reducePages(models: PageModels, { page, action }: PageAction): PageModels {
  // The compiler does not see that page and action belong together.
  const reduce = reducers[page] as (model: unknown, action: unknown) => unknown;
  const before = models[page];
  const after = reduce(before, action);
  return after === before ? models : { ...models, [page]: after };
}

const reducers: { readonly [Name in PageName]: (model: PageModels[Name], action: Extract<PageAction, { readonly page: Name }>['action']) => PageModels[Name] } = {
  item: reduceItem,
  chain: reduceChain,
  queues: reduceQueues,
  cache: reduceCache,
  server: reduceServer,
  lints: reduceLints,
  recording: reduceRecording,
  scenario: reduceScenario,
  timeline: reduceTimeline,
};
