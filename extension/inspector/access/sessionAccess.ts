import { orAborted } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/codedError.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Logger } from '../../base/logger.ts';
import { describeAccess } from '../../cluster/access.ts';
import type { Access, AccessQuestion } from '../../cluster/accessReview.ts';
import { formatResource, type GroupVersionResource } from '../../kube/resource.ts';
import type { SessionCluster } from '../sessionCluster.ts';
import { namespaceNames } from './namespaceNames.ts';

/** What an informer of one scope needs. */
export interface ScopeAccess {
  readonly list: Access;
  readonly watch: Access;
}

/** In which namespaces an informer could run. */
export interface Elsewhere {
  /** Those in which both may be done: the context's own first, then those that were used before, then the others by name. */
  readonly namespaces: readonly string[];
  /** How many were asked about. */
  readonly asked: number;
  /** There are others, about which nobody asked. */
  readonly more: boolean;
}

export interface SessionAccessOptions {
  readonly cluster: Pick<SessionCluster, 'reviewAccess' | 'listerWatcher' | 'namespace'>;
  /** Namespaces that were used before, the newest first. */
  readonly remembered: () => readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
}

/** A permission may be given at any time; whoever asks again so soon is told the same. */
const youngMs = 60_000;
/** Of a cluster with thousands of namespaces some are asked about. */
const mostNamespaces = 50;
const concurrency = 4;

/** What the server would allow to whoever runs the session, asked and remembered for a minute. Nothing is blocked by it: the requests themselves decide. */
export class SessionAccess implements Disposable {
  readonly #options: SessionAccessOptions;
  readonly #onAnswer = new Emitter<void>();
  readonly #answers = new Map<string, { readonly access: Access; readonly at: number }>();
  readonly #asking = new Map<string, Promise<Access>>();

  constructor(options: SessionAccessOptions) {
    this.#options = options;
  }

  /** Fires when the server has answered something new. */
  readonly onAnswer: Event<void> = this.#onAnswer.event;

  /** The server can be asked. */
  get canAsk(): boolean {
    return this.#options.cluster.reviewAccess !== undefined;
  }

  /** What was answered, however long ago. @param namespace undefined: all of them, or a resource that is in none */
  known(resource: GroupVersionResource, namespace: string | undefined): ScopeAccess {
    const answer = (verb: AccessQuestion['verb']): Access => this.#answers.get(keyOf(questionOf(verb, resource, namespace)))?.access ?? 'unknown';
    return { list: answer('list'), watch: answer('watch') };
  }

  /** `unknown` where the server does not tell, or does not answer. @throws the reason of the signal when it aborts, and nothing else */
  async of(resource: GroupVersionResource, namespace: string | undefined, signal: AbortSignal): Promise<ScopeAccess> {
    const [list, watch] = await Promise.all([this.#askFor(questionOf('list', resource, namespace), signal), this.#askFor(questionOf('watch', resource, namespace), signal)]);
    return { list, watch };
  }

  /**
   * Finds namespaces in which an informer may run, among those that it knows of: by asking about each, a few at a time.
   * @param except where it is known to be refused
   * @returns undefined where the server does not tell
   * @throws the reason of the signal when it aborts, and nothing else
   */
  async where(resource: GroupVersionResource, except: string | undefined, signal: AbortSignal): Promise<Elsewhere | undefined> {
    if (!this.canAsk) return undefined;
    const { cluster, remembered } = this.#options;
    const listed = await namespaceNames(cluster, signal);
    signal.throwIfAborted();
    const all = new Set([cluster.namespace ?? 'default', ...remembered(), ...listed.names]);
    if (except !== undefined) all.delete(except);
    const asked = [...all].slice(0, mostNamespaces);
    const allowed = new Set<string>();
    let isTold = true;
    const waiting = [...asked];
    const askOn = async (): Promise<void> => {
      for (let namespace = waiting.shift(); namespace !== undefined && isTold; namespace = waiting.shift()) {
        const list = await this.#askFor(questionOf('list', resource, namespace), signal);
        // Who does not tell of one does not tell of the others.
        if (list === 'unknown') isTold = false;
        // Without the list nobody need ask for the rest.
        else if (list === 'allowed' && (await this.#askFor(questionOf('watch', resource, namespace), signal)) === 'allowed') allowed.add(namespace);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, askOn));
    const namespaces = asked.filter((namespace) => allowed.has(namespace));
    return isTold || namespaces.length > 0 ? { namespaces, asked: asked.length, more: listed.more || all.size > asked.length } : undefined;
  }

  dispose(): void {
    this.#onAnswer.dispose();
  }

  /** Whoever does not wait any longer leaves the answer to others. */
  async #askFor(question: AccessQuestion, signal: AbortSignal): Promise<Access> {
    const access = await orAborted(this.#ask(question), signal);
    signal.throwIfAborted();
    return access ?? 'unknown';
  }

  #ask(question: AccessQuestion): Promise<Access> {
    const key = keyOf(question);
    const answer = this.#answers.get(key);
    if (answer && this.#options.clock.now() - answer.at < youngMs) return Promise.resolve(answer.access);
    const asking = this.#asking.get(key) ?? this.#review(question, key).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #review(question: AccessQuestion, key: string): Promise<Access> {
    const { cluster, clock, logger, signal } = this.#options;
    if (!cluster.reviewAccess) return 'unknown';
    try {
      const access = await cluster.reviewAccess(question, signal);
      const before = this.#answers.get(key)?.access;
      this.#answers.set(key, { access, at: clock.now() });
      if (access !== before && !signal.aborted) this.#onAnswer.fire();
      return access;
    } catch (error) {
      if (!signal.aborted) logger.info('access', `The server did not say whether it allows to ${describeAccess(question)}: ${messageOf(error)}`);
      return 'unknown';
    }
  }
}

function questionOf(verb: AccessQuestion['verb'], resource: GroupVersionResource, namespace: string | undefined): AccessQuestion {
  const { group, version, resource: name } = resource;
  return { verb, resource: { group, version, resource: name }, ...(namespace !== undefined && { namespace }) };
}

/** No part contains a blank. */
function keyOf({ verb, resource, namespace = '' }: AccessQuestion): string {
  return `${verb} ${formatResource(resource)} ${namespace}`;
}
