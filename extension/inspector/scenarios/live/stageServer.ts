import type { FaultKind } from '../../../introspection/faults.ts';
import { pollerLimits } from '../../../introspection/traffic.ts';
import type { FaultRequest } from '../../faults/sessionFaults.ts';
import type { IntrospectionClient } from '../../introspection/introspectionClient.ts';
import type { Session } from '../../session.ts';
import type { ActionOf } from '../scenarioAction.ts';
import type { Undo } from '../scenarioStage.ts';

/** The inside of the API server, and what a scenario does to it. Faults that a person has switched on stay. */
export class StageServer {
  readonly #introspection: Session['introspection'];
  /** That the scenario has switched on, by id. */
  readonly #faults = new Map<number, FaultKind>();

  constructor({ introspection }: Pick<Session, 'introspection'>) {
    this.#introspection = introspection;
  }

  /** @throws where it cannot be looked at */
  async inside(): Promise<IntrospectionClient> {
    const inside = await this.#introspection?.();
    if (!inside) throw new Error('the inside of the API server cannot be looked at');
    return inside;
  }

  async breakBy(fault: FaultRequest): Promise<Undo> {
    const inside = await this.inside();
    const known = new Set((await inside.faults()).map(({ id }) => id));
    const added = (await inside.addFault(fault)).filter(({ id, kind }) => kind === fault.kind && !known.has(id));
    for (const { id, kind } of added) this.#faults.set(id, kind);
    return () => this.#mend(inside, fault.kind);
  }

  async mend({ kind }: ActionOf<'clearFaults'>): Promise<void> {
    await this.#mend(await this.inside(), kind);
  }

  async poll({ resource, pollers, periodMs }: ActionOf<'poll'>): Promise<Undo> {
    const inside = await this.inside();
    await inside.startPollers({ resource, pollers, periodMs, consistent: false, forMs: pollerLimits.mostMs });
    return async () => void (await inside.endPollers());
  }

  async stopPolling(): Promise<void> {
    await (await this.inside()).endPollers();
  }

  async limitInflight({ reading, mutating }: ActionOf<'limitInflight'>): Promise<Undo> {
    const inside = await this.inside();
    const { maxReading, maxMutating } = await inside.flowControl();
    await inside.setMaxInflight({ reading, mutating });
    return async () => void (await inside.setMaxInflight({ reading: maxReading, mutating: maxMutating }));
  }

  async #mend(inside: IntrospectionClient, kind: FaultKind | undefined): Promise<void> {
    for (const [id, own] of this.#faults) {
      if (kind !== undefined && own !== kind) continue;
      this.#faults.delete(id);
      await inside.clearFaults(id);
    }
  }
}
