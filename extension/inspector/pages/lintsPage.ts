import { lintLimits } from '../../protocol/pages/lints.ts';
import type { Page } from './page.ts';
import { lintView } from './lints/lintView.ts';

/** What looks wrong in a session, and what did a moment ago. */
export const lintsPage: Page<'lints'> = ({ session }) => ({
  raised: session.lints.raised.slice(0, lintLimits.lints).map((raised) => lintView(session, raised)),
  cleared: session.lints.cleared.slice(0, lintLimits.lints).map(({ raised, cleared }) => lintView(session, raised, cleared.t)),
});
