import type { PanelState } from '../../extension/protocol/messages.ts';
import { lintWords } from '../pages/lints/lintWords.ts';
import type { Texts } from '../strings.ts';

/** Between two announcements of lints, in milliseconds: what is raised meanwhile is told in sum with the next. */
const quietMs = 10_000;

/** Says that a lint was raised, whatever page is looked at; of many, not each. */
export class LintAnnouncer {
  #quietUntil = Number.NEGATIVE_INFINITY;
  #untold = 0;

  /** What to say when the picture changes from `before` to `after`; undefined: nothing. @param now on any clock, in milliseconds */
  announcementOf(before: PanelState | null, after: PanelState, now: number, texts: Texts): string | undefined {
    const { newest } = after.lints;
    if (!before || before.session.id !== after.session.id || !newest || newest.seq <= (before.lints.newest?.seq ?? 0)) return undefined;
    // One that was there before has become the newest again: that is no news.
    if (before.lints.raised > after.lints.raised) return undefined;
    if (now < this.#quietUntil) {
      this.#untold++;
      return undefined;
    }
    this.#quietUntil = now + quietMs;
    const { title, found } = lintWords(newest, texts);
    const said = texts.t('announceLint', { title, sentence: found });
    const others = this.#untold === 0 ? '' : ` ${texts.n('announceLints', this.#untold)}`;
    this.#untold = 0;
    return `${said}${others}`;
  }
}
