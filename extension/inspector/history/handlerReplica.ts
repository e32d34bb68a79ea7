import { GrowingRing } from '../../base/growingRing.ts';
import { type HandlerCallee, handlerEntry } from '../../informer/handlerCall.ts';
import type { Notification } from '../../informer/notification.ts';
import type { HandlerState } from '../../informer/sharedInformer.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import type { Probe } from '../../trace/probe.ts';

/** One handler's buffer, as it was. Nobody is called: the entry says that somebody was. */
export class HandlerReplica {
  readonly id: number;
  readonly name: string;
  readonly isSelective: boolean;
  isSyncing: boolean;
  readonly #buffer = new GrowingRing<Notification>();
  readonly #callee: HandlerCallee;

  constructor(informer: string, { id, name, isSelective, isSyncing, waiting }: HandlerState) {
    this.id = id;
    this.name = name;
    this.isSelective = isSelective;
    this.isSyncing = isSyncing;
    this.#callee = { name, informer, isSelective, handler: {} };
    for (const notification of waiting) this.#buffer.push(notification);
  }

  get backlog(): number {
    return this.#buffer.length;
  }

  add(notification: Notification): void {
    this.#buffer.push(notification);
  }

  /** Whether the call that the entry tells of is the next of this handler. */
  isNext({ key, cause }: TraceEntry): boolean {
    const next = this.#buffer.peek();
    return next !== undefined && next.key === key && (cause?.[0] ?? 0) === next.cause;
  }

  call(probe: Probe): void {
    probe.record(handlerEntry(this.#callee, this.#buffer.shift()!));
  }

  save(): HandlerState {
    const waiting = Array.from({ length: this.#buffer.length }, (_, index) => this.#buffer.at(index)!);
    return { id: this.id, name: this.name, isSelective: this.isSelective, isSyncing: this.isSyncing, waiting };
  }
}
