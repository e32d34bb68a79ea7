import type { Action } from './action.ts';
import type { PanelModel } from './model.ts';
import { reduce } from './reduce.ts';

export type Subscriber = (model: PanelModel, before: PanelModel) => void;

/** Holds the one model. An action that changes nothing tells nobody. */
export class Store {
  #model: PanelModel;
  readonly #subscribers: Subscriber[] = [];

  constructor(model: PanelModel) {
    this.#model = model;
  }

  get model(): PanelModel {
    return this.#model;
  }

  dispatch(action: Action): void {
    const before = this.#model;
    this.#model = reduce(before, action);
    if (this.#model === before) return;
    for (const subscriber of this.#subscribers) subscriber(this.#model, before);
  }

  /** For the life of the page: the panel has no part that goes away before it does. */
  subscribe(subscriber: Subscriber): void {
    this.#subscribers.push(subscriber);
  }
}
