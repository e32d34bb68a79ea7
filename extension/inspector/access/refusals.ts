import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { GroupVersionResource } from '../../kube/resource.ts';
import type { ResourceCatalog } from '../resourceCatalog.ts';
import type { SessionInformers } from '../sessionInformers.ts';
import type { Elsewhere, SessionAccess } from './sessionAccess.ts';

/** An informer that the server refuses, as facts for a sentence. */
export interface Refusal {
  readonly verb: 'list' | 'watch';
  /** The list is allowed, and the watch is not. */
  readonly mayList: boolean;
  readonly resource: GroupVersionResource;
  /** Undefined: all of them, or a resource that is in none. */
  readonly namespace: string | undefined;
  /** False where the resource is known to be in no namespace. */
  readonly namespaced: boolean;
  readonly elsewhere:
    | 'asking' // it is being found out
    | 'untold' // the server does not tell
    | Elsewhere;
}

export interface RefusalsOptions {
  readonly informers: Pick<SessionInformers, 'get' | 'stateOf' | 'onStateChange' | 'onChange'>;
  readonly access: SessionAccess;
  readonly catalog: Pick<ResourceCatalog, 'find' | 'upToDate'>;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
}

/** Which informers are refused, and where they would not be: asked once when an informer is refused, not at each of its attempts. */
export class Refusals implements Disposable {
  readonly #options: RefusalsOptions;
  readonly #refusals = new Map<string, Refusal>();
  readonly #onChange = new Emitter<string>();
  readonly #owned = new DisposableStore();

  constructor(options: RefusalsOptions) {
    this.#options = options;
    const { informers, access } = options;
    if (!access.canAsk) return;
    this.#owned.add(informers.onStateChange((name) => this.#look(name)));
    this.#owned.add(informers.onChange(() => this.#forgetStopped()));
  }

  /** Fires with the name of an informer that is refused now, or no more, or about which more is known. */
  readonly onChange: Event<string> = this.#onChange.event;

  of(informer: string): Refusal | undefined {
    return this.#refusals.get(informer);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#onChange.dispose();
  }

  #look(name: string): void {
    const { informers } = this.#options;
    const { failure, synced } = informers.stateOf(name);
    const informer = informers.get(name);
    if (failure?.cause !== 'forbidden' || !informer) {
      if (this.#refusals.delete(name)) this.#onChange.fire(name);
      return;
    }
    const { phase: verb } = failure;
    if (this.#refusals.get(name)?.verb === verb) return;
    const { resource, scope } = informer;
    const refusal: Refusal = { verb, mayList: verb === 'watch' && synced, resource, namespace: scope.namespace, namespaced: true, elsewhere: 'asking' };
    this.#refusals.set(name, refusal);
    this.#onChange.fire(name);
    void this.#findOut(name, refusal);
  }

  /** Never rejects. */
  async #findOut(name: string, refusal: Refusal): Promise<void> {
    const { access, signal } = this.#options;
    const { resource, namespace } = refusal;
    try {
      const namespaced = await this.#isNamespaced(resource);
      const [{ list, watch }, elsewhere] = await Promise.all([access.of(resource, namespace, signal), namespaced ? access.where(resource, namespace, signal) : undefined]);
      // Stopped meanwhile, or refused something else.
      if (this.#refusals.get(name) !== refusal) return;
      const mayList = refusal.mayList || (refusal.verb === 'watch' && list === 'allowed' && watch !== 'allowed');
      this.#refusals.set(name, { ...refusal, mayList, namespaced, elsewhere: elsewhere ?? 'untold' });
      this.#onChange.fire(name);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Where nobody tells it may be. */
  async #isNamespaced(resource: GroupVersionResource): Promise<boolean> {
    const { catalog } = this.#options;
    if (!catalog.find(resource)) await catalog.upToDate().catch(() => undefined);
    return catalog.find(resource)?.namespaced ?? true;
  }

  #forgetStopped(): void {
    for (const name of this.#refusals.keys()) if (!this.#options.informers.get(name)) this.#refusals.delete(name);
  }
}
