import type { FaultKind, FaultSpec } from '../../../introspection/faults.ts';
import type { IntrospectionClient } from '../../introspection/introspectionClient.ts';
import type { Undo } from '../scenarioStage.ts';

/** What a scenario has broken. Faults that a person has switched on stay. */
export class Breakage {
  readonly #introspection: Pick<IntrospectionClient, 'faults' | 'addFault' | 'clearFaults'>;
  readonly #own = new Map<number, FaultKind>();

  constructor(introspection: Pick<IntrospectionClient, 'faults' | 'addFault' | 'clearFaults'>) {
    this.#introspection = introspection;
  }

  async add(fault: Partial<FaultSpec> & Pick<FaultSpec, 'kind'>): Promise<Undo> {
    const known = new Set((await this.#introspection.faults()).map(({ id }) => id));
    const added = (await this.#introspection.addFault(fault)).filter(({ id, kind }) => kind === fault.kind && !known.has(id));
    for (const { id, kind } of added) this.#own.set(id, kind);
    return () => this.clear(fault.kind);
  }

  async clear(kind?: FaultKind): Promise<void> {
    for (const [id, own] of this.#own) {
      if (kind !== undefined && own !== kind) continue;
      this.#own.delete(id);
      await this.#introspection.clearFaults(id);
    }
  }
}
