import type { Clock } from '../../../base/clock.ts';
import { parseResource, informerName } from '../../../kube/resource.ts';
import type { InformerHolder, SessionInformers } from '../../sessionInformers.ts';
import type { ScenarioAction } from '../scenarioAction.ts';
import { ScenarioHandler } from './scenarioHandler.ts';

type Of<Do extends ScenarioAction['do']> = Extract<ScenarioAction, { readonly do: Do }>;

/** Of its handlers and its informers, in the trace and in the tree. */
const holderName = 'scenario';

interface Started {
  readonly handler: ScenarioHandler;
  readonly stop: () => Promise<void>;
}

/** The informers that a scenario holds: one that a person runs, too, is shared with them and outlives it. */
export class StageInformers {
  readonly #informers: SessionInformers;
  readonly #clock: Clock;
  readonly #started = new Map<string, Started>();

  constructor(informers: SessionInformers, clock: Clock) {
    this.#informers = informers;
    this.#clock = clock;
  }

  start({ resource, namespace, clientGo = '1.32', queue = 'DeltaFIFO', resyncMs = 0 }: Of<'startInformer'>): { readonly name: string; readonly stop: () => Promise<void> } {
    const gvr = parseResource(resource);
    if (!gvr) throw new Error(`${resource} is no resource`);
    const holder: InformerHolder = { name: holderName };
    const handler = new ScenarioHandler(this.#clock);
    const informer = this.#informers.startFor(holder, gvr, { ...(namespace !== undefined && { namespace }) }, { clientGo, queue, resyncPeriodMs: resyncMs });
    const registration = informer.addEventHandler(handler, { name: holderName });
    const name = informerName(gvr, namespace);
    const stop = async (): Promise<void> => {
      if (this.#started.get(name)?.handler === handler) this.#started.delete(name);
      handler.dispose();
      informer.removeEventHandler(registration);
      await this.#informers.letGo(holder);
    };
    this.#started.set(name, { handler, stop });
    return { name, stop };
  }

  /** @throws for one that was not started here */
  async stop(informer: string): Promise<void> {
    await this.#get(informer).stop();
  }

  slow({ informer, ms }: Of<'slowHandler'>): void {
    this.#get(informer).handler.slowMs = ms;
  }

  #get(informer: string): Started {
    const started = this.#started.get(informer);
    if (!started) throw new Error(`the scenario has not started ${informer}`);
    return started;
  }
}
