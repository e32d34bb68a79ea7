import type { Clock } from '../../../base/clock.ts';
import type { InformerHolder, SessionInformers } from '../../sessionInformers.ts';
import type { ActionOf } from '../scenarioAction.ts';
import { resourceOf } from './resourceOf.ts';
import { ScenarioHandler } from './scenarioHandler.ts';

/** Of its handlers and its informers, in the trace and in the tree. */
const holderName = 'scenario';

/** The informers that a scenario holds: one that a person runs, too, is shared with them and outlives it. */
export class StageInformers {
  readonly #informers: SessionInformers;
  readonly #clock: Clock;
  readonly #handlers = new Map<string, ScenarioHandler>();

  constructor(informers: SessionInformers, clock: Clock) {
    this.#informers = informers;
    this.#clock = clock;
  }

  start({ resource, namespace, clientGo = '1.32', queue = 'DeltaFIFO' }: ActionOf<'startInformer'>): { readonly name: string; readonly stop: () => Promise<void> } {
    const gvr = resourceOf(resource);
    const holder: InformerHolder = { name: holderName };
    const handler = new ScenarioHandler(this.#clock);
    const informer = this.#informers.startFor(holder, gvr, { ...(namespace !== undefined && { namespace }) }, { clientGo, queue, resyncPeriodMs: 0 });
    const registration = informer.addEventHandler(handler, { name: holderName });
    const { name } = informer;
    const stop = async (): Promise<void> => {
      if (this.#handlers.get(name) === handler) this.#handlers.delete(name);
      handler.dispose();
      informer.removeEventHandler(registration);
      await this.#informers.letGo(holder);
    };
    this.#handlers.set(name, handler);
    return { name, stop };
  }

  /** @throws for one that was not started here */
  slow({ informer, ms }: ActionOf<'slowHandler'>): void {
    const handler = this.#handlers.get(informer);
    if (!handler) throw new Error(`the scenario has not started ${informer}`);
    handler.slowMs = ms;
  }
}
