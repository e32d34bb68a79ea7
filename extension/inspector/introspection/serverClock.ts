/** More than clocks of one machine differ: what claims it was not told by a clock. */
const mostOff = 60_000;

/**
 * When it was, in session time, that the server says something happened. Both take their time from the clock of one machine, which either reads to the millisecond
 * and at its own start; what cannot be mends that: nothing is heard of before it happens, and no request arrives before it is sent.
 */
export class ServerClock {
  /** Wall time at session time 0. */
  #zero: number;

  constructor(zero: number) {
    this.#zero = zero;
  }

  /** @param wall as the server has it @param heardAt session time, by which it had happened */
  toSession(wall: number, heardAt: number): number {
    const t = wall - this.#zero;
    if (!(Math.abs(heardAt - t) <= mostOff)) return heardAt;
    if (t <= heardAt) return t;
    this.#zero = wall - heardAt;
    return heardAt;
  }

  /** @param sentAt session time before which it cannot have happened */
  notBefore(wall: number, sentAt: number): void {
    const early = sentAt - (wall - this.#zero);
    if (early > 0 && early <= mostOff) this.#zero -= early;
  }
}
