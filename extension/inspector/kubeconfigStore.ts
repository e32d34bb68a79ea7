import { Emitter, type Event } from '../base/emitter.ts';
import type { Kubeconfig } from '../cluster/kubeconfig.ts';

/** What is known of the kubeconfig since it was last read. */
export type KubeconfigState =
  | { readonly kind: 'unread' }
  | { readonly kind: 'read'; readonly kubeconfig: Kubeconfig }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface KubeconfigStoreOptions {
  /** Reads the files that count now. @throws KubeconfigError */
  readonly load: () => Promise<Kubeconfig>;
  /** The context that a person chose; it is kept from one window to the next. */
  readonly chosen: { get(): string | undefined; set(context: string): void };
}

/** The kubeconfig as it was read last, and which of its contexts is meant. The file is read on request, and never written. */
export class KubeconfigStore {
  readonly #options: KubeconfigStoreOptions;
  readonly #onChange = new Emitter<void>();
  #state: KubeconfigState = { kind: 'unread' };
  #isOutdated = false;

  constructor(options: KubeconfigStoreOptions) {
    this.#options = options;
  }

  readonly onChange: Event<void> = this.#onChange.event;

  get state(): KubeconfigState {
    return this.#state;
  }

  /** The chosen context, while the kubeconfig has it; else its current one. */
  get context(): string | undefined {
    if (this.#state.kind !== 'read') return undefined;
    const { contexts, currentContext } = this.#state.kubeconfig;
    const chosen = this.#options.chosen.get();
    return contexts.some(({ name }) => name === chosen) ? chosen : currentContext;
  }

  /** Reads the files again. @throws KubeconfigError, which is also kept in {@link state} */
  async read(): Promise<Kubeconfig> {
    this.#isOutdated = false;
    try {
      const kubeconfig = await this.#options.load();
      this.#state = { kind: 'read', kubeconfig };
      return kubeconfig;
    } catch (error) {
      this.#state = { kind: 'failed', error };
      throw error;
    } finally {
      this.#onChange.fire();
    }
  }

  /** Another one may be meant now: who needs it next reads it. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** As it was read last; read now where it never was, could not be, or is outdated. @throws as {@link read} */
  async upToDate(): Promise<Kubeconfig> {
    return this.#state.kind === 'read' && !this.#isOutdated ? this.#state.kubeconfig : this.read();
  }

  choose(context: string): void {
    this.#options.chosen.set(context);
    this.#onChange.fire();
  }

  dispose(): void {
    this.#onChange.dispose();
  }
}
