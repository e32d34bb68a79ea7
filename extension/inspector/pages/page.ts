import type { LookOf, PageName, PictureOf } from '../../protocol/pages.ts';
import type { StateWords } from '../pipelineView.ts';
import type { SessionPicture } from '../sessionPicture.ts';
import type { Inside } from './server/insideView.ts';

/** What a page is made from. */
export interface PageContext {
  readonly session: SessionPicture;
  /** The informer that the panel speaks of; null: all of them. */
  readonly selected: string | null;
  readonly words: StateWords;
  /** The inside of its server; absent where that is hidden. */
  readonly inside?: Inside;
}

/**
 * Makes the picture of one page. It is asked at most ten times a second, and only while somebody looks; it keeps nothing of a
 * session, and bounds what it gives (`protocol/checks`), so that no message is refused.
 */
export type Page<Name extends PageName> = (context: PageContext, look: LookOf<Name>) => PictureOf<Name>;
