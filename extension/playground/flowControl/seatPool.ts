/** What a level may have of the seats of the server, and has. */
export interface SeatHolder {
  /** That its shares come to. */
  readonly nominal: number;
  /** Of these, nobody else ever gets so many. */
  readonly guaranteed: number;
  readonly inUse: number;
}

/**
 * The seats of all levels together. Each has its own; what one does not use of those that it lends, another may. Nobody is sent
 * away for a seat that is lent: it is had again as soon as one is given back.
 */
export class SeatPool {
  readonly #holders: readonly SeatHolder[];
  #total: number;

  constructor(holders: readonly SeatHolder[], total: number) {
    this.#holders = holders;
    this.#total = total;
  }

  set total(seats: number) {
    this.#total = seats;
  }

  /** Whether so many more are to be had by one that is within its own, or borrows. A request wider than all that a level has gets in alone. */
  hasRoom(holder: SeatHolder, width: number): boolean {
    if (holder.inUse === 0 || holder.inUse + width <= holder.guaranteed) return true;
    let used = 0;
    for (const other of this.#holders) used += other === holder ? other.inUse : Math.max(other.inUse, other.guaranteed);
    return used + width <= this.#total;
  }

  /** Whether it has them without borrowing. */
  isOwn({ inUse, nominal }: SeatHolder, width: number): boolean {
    return inUse + width <= nominal;
  }
}
