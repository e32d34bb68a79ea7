import type { Check } from './checks.ts';
import { type CacheLook, cacheLook, type CachePicture, cachePicture } from './pages/cache.ts';
import { type ChainLook, chainLook, type ChainPicture, chainPicture } from './pages/chain.ts';
import { type ItemLook, itemLook, type ItemPicture, itemPicture } from './pages/item.ts';
import { type LintsLook, lintsLook, type LintsPicture, lintsPicture } from './pages/lints.ts';
import { type QueuesLook, queuesLook, type QueuesPicture, queuesPicture } from './pages/queues.ts';
import { type RecordingLook, recordingLook, type RecordingPicture, recordingPicture } from './pages/recording.ts';
import { type ScenarioLook, scenarioLook, type ScenarioPicture, scenarioPicture } from './pages/scenario.ts';
import { type ServerLook, serverLook, type ServerPicture, serverPicture } from './pages/server.ts';
import { type TimelineLook, timelineLook, type TimelinePicture, timelinePicture } from './pages/timeline.ts';

/**
 * The pages of the panel: what a person looks at, and the picture of it. The host sends pictures only of pages that are looked at,
 * each of them whole. A page has a file in each room that it needs: `protocol/pages`, `inspector/pages`, `webview/pages`.
 */
export interface Pages {
  readonly item: { readonly look: ItemLook; readonly picture: ItemPicture };
  readonly chain: { readonly look: ChainLook; readonly picture: ChainPicture };
  readonly queues: { readonly look: QueuesLook; readonly picture: QueuesPicture };
  readonly cache: { readonly look: CacheLook; readonly picture: CachePicture };
  readonly server: { readonly look: ServerLook; readonly picture: ServerPicture };
  readonly lints: { readonly look: LintsLook; readonly picture: LintsPicture };
  readonly recording: { readonly look: RecordingLook; readonly picture: RecordingPicture };
  readonly scenario: { readonly look: ScenarioLook; readonly picture: ScenarioPicture };
  readonly timeline: { readonly look: TimelineLook; readonly picture: TimelinePicture };
}

export type PageName = keyof Pages;
export type LookOf<Name extends PageName> = Pages[Name]['look'];
export type PictureOf<Name extends PageName> = Pages[Name]['picture'];

/** Null: the page is not looked at any more. */
export type PageLook = { [Name in PageName]: { readonly page: Name; readonly look: LookOf<Name> | null } }[PageName];

export type PagePicture = { [Name in PageName]: { readonly page: Name; readonly look: LookOf<Name>; readonly picture: PictureOf<Name> } }[PageName];

export const pageChecks: { readonly [Name in PageName]: { readonly look: Check<LookOf<Name>>; readonly picture: Check<PictureOf<Name>> } } = {
  item: { look: itemLook, picture: itemPicture },
  chain: { look: chainLook, picture: chainPicture },
  queues: { look: queuesLook, picture: queuesPicture },
  cache: { look: cacheLook, picture: cachePicture },
  server: { look: serverLook, picture: serverPicture },
  lints: { look: lintsLook, picture: lintsPicture },
  recording: { look: recordingLook, picture: recordingPicture },
  scenario: { look: scenarioLook, picture: scenarioPicture },
  timeline: { look: timelineLook, picture: timelinePicture },
};
