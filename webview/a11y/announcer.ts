/** Between two announcements, in milliseconds: one can be heard to its end. */
const pauseMs = 1500;

/** The one live region. Of what comes while another is being said, only the latest is said afterwards. */
export class Announcer {
  readonly #region: HTMLElement;
  #waiting: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(region: HTMLElement) {
    this.#region = region;
  }

  say(text: string): void {
    if (this.#timer !== undefined) {
      this.#waiting = text;
      return;
    }
    this.#region.textContent = text;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const next = this.#waiting;
      this.#waiting = undefined;
      if (next !== undefined && next !== this.#region.textContent) this.say(next);
    }, pauseMs);
  }
}
