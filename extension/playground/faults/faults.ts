import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { type FaultKind, faultLimits, type FaultSpec, type FaultsView } from '../../introspection/faults.ts';
import { badRequest } from '../statusErrors.ts';
import { Fault } from './fault.ts';
import { type FaultSubject, isIn } from './faultSubject.ts';

/** A fault has struck. */
export interface Strike {
  readonly fault: Fault;
  readonly subject: FaultSubject;
  /** Of the event that it was done to, or that the storage is at after it; 0: none. */
  readonly revision: number;
}

export interface FaultsOptions {
  readonly clock: Clock;
  /** That the storage is at. */
  readonly revision: () => number;
  readonly onStrike: (strike: Strike) => void;
}

/**
 * What is broken on purpose. Whoever may be struck asks {@link strike}; where nothing is switched on that costs one look. Which of several
 * of a kind strikes is decided in the order in which they were switched on.
 */
export class Faults implements Disposable {
  readonly #options: FaultsOptions;
  readonly #onAdd = new Emitter<Fault>();
  readonly #onClear = new Emitter<Fault>();
  #all: readonly Fault[] = [];
  /** Those that can strike. */
  #loaded: readonly Fault[] = [];
  #lastId = 0;

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  /** It is switched on; what it strikes at once, it strikes now. */
  readonly onAdd: Event<Fault> = this.#onAdd.event;
  readonly onClear: Event<Fault> = this.#onClear.event;

  /** Something may be struck. */
  get isOn(): boolean {
    return this.#loaded.length > 0;
  }

  /** Those that may strike, in the order in which they were switched on. */
  get loaded(): readonly Fault[] {
    return this.#loaded;
  }

  get list(): FaultsView {
    return this.#all.map((fault) => fault.view(this.#options.clock.now()));
  }

  /** @throws ApiError 400 when there are too many that are not over */
  add(spec: FaultSpec): Fault {
    if (this.#all.length >= faultLimits.faults) this.#forgetOne();
    const fault = new Fault(++this.#lastId, spec, this.#options.clock.now(), this.#options.revision());
    this.#all = [...this.#all, fault];
    this.#loaded = [...this.#loaded, fault];
    this.#onAdd.fire(fault);
    return fault;
  }

  /** @param id default: all of them @throws ApiError 400 for one that is not there */
  clear(id?: number): void {
    const going = this.#all.filter((fault) => id === undefined || fault.id === id);
    if (id !== undefined && going.length === 0) throw badRequest(`there is no fault ${id}`);
    this.#all = this.#all.filter((fault) => !going.includes(fault));
    for (const fault of going) this.#end(fault);
  }

  /**
   * The fault of that kind that strikes now; undefined: none does.
   * @param revision of the event that it would be done to
   */
  strike(kind: FaultKind, subject: FaultSubject, revision = 0): Fault | undefined {
    if (this.#loaded.length === 0) return undefined;
    return this.#loaded.find((fault) => fault.spec.kind === kind && this.strikes(fault, subject, revision));
  }

  /** Whether this one strikes now. */
  strikes(fault: Fault, subject: FaultSubject, revision = 0): boolean {
    if (!isIn(fault.spec.scope, subject) || !fault.strikes()) return false;
    if (!fault.isLoaded) this.#loaded = this.#loaded.filter((each) => each !== fault);
    this.#options.onStrike({ fault, subject, revision });
    return true;
  }

  dispose(): void {
    this.clear();
    this.#onAdd.dispose();
    this.#onClear.dispose();
  }

  #forgetOne(): void {
    const over = this.#all.find((fault) => !fault.view(0).active);
    if (!over) throw badRequest(`${faultLimits.faults} faults are on already: clear some first`);
    this.#all = this.#all.filter((fault) => fault !== over);
    this.#end(over);
  }

  #end(fault: Fault): void {
    this.#loaded = this.#loaded.filter((each) => each !== fault);
    fault.clear();
    this.#onClear.fire(fault);
  }
}
