import { sleep } from '../../../extension/base/clock.ts';
import type { Random } from '../../../extension/base/random.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import type { WriteRequest } from '../../../extension/cluster/objectClient.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import type { GroupVersionResource } from '../../../extension/kube/resource.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';

/** By which an object says which change of it this is; metadata alone has it too. */
const changeAnnotation = 'change';

/** While the server is away. */
const retryMs = 50;

/** A server that takes longer to come back than this does not come back. */
const longestRetryMs = 300_000;

/** One change, whether the server has accepted it by now or not. */
export interface Change {
  /** Rises over all keys. */
  readonly number: number;
  readonly what: 'create' | 'patch' | 'delete';
  readonly labels: Readonly<Record<string, string>>;
}

export interface ChangesOptions {
  readonly cluster: Pick<Cluster, 'objects'>;
  readonly resource: GroupVersionResource;
  readonly kind: string;
  readonly random: Random;
  /** Objects are in these in turn. */
  readonly namespaces: readonly string[];
  /** How many there may be. */
  readonly keys: number;
}

/**
 * One who changes objects, and nobody else does: creates, patches (labels, too), deletes, creates again. Each change is sent until the server has
 * accepted it; where an answer is lost the server is asked whether it has. So what is written down here, key by key, is what happened, in its order.
 */
export class Changes {
  readonly #options: ChangesOptions;
  readonly #history = new Map<string, Change[]>();
  readonly #live = new Set<string>();
  #stop = new AbortController();
  #last = 0;
  #accepted = 0;
  #running: Promise<void> | undefined;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  /** Changes that the server has accepted. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Keys of what there is, sorted. */
  get keys(): string[] {
    return [...this.#live].toSorted();
  }

  /** Of a key that only this one changes, oldest first; undefined for any other. */
  historyOf(key: string): readonly Change[] | undefined {
    return this.#history.get(key);
  }

  /** The number that an object carries; NaN for one that was not written here. */
  static numberOf({ metadata }: KubeObject): number {
    return Number(metadata.annotations?.[changeAnnotation]);
  }

  keyOf(index: number): string {
    const { namespaces } = this.#options;
    return `${namespaces[index % namespaces.length]}/item-${index}`;
  }

  /** One after the other from now on, until `stop`. @param pauseMs between two */
  start(pauseMs: number): void {
    this.#stop = new AbortController();
    this.#running = this.#goOn(pauseMs);
  }

  /** Rejects when a change could not be made. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Resolves when so many more have been accepted; rejects when they end before. */
  async more(count: number): Promise<void> {
    const until = this.#accepted + count;
    let ended = false;
    const end = this.#running?.finally(() => (ended = true));
    end?.catch(() => undefined);
    while (this.#accepted < until) {
      if (ended) return end;
      await sleep(systemClock, 5, this.#stop.signal);
    }
  }

  /** So many at once of each of these; `index` counts them. */
  async each(indexes: Iterable<number>, act: (index: number) => Promise<void>, atOnce = 16): Promise<void> {
    const rest = indexes[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (let next = rest.next(); !next.done; next = rest.next()) await act(next.value);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  async random(): Promise<void> {
    const { random, keys } = this.#options;
    const index = Math.floor(random() * keys);
    const draw = random();
    if (!this.#live.has(this.keyOf(index))) return this.create(index);
    if (draw < 0.6) return this.patch(index);
    await this.delete(index);
    if (draw < 0.8) await this.create(index);
  }

  async create(index: number): Promise<void> {
    const key = this.keyOf(index);
    const change = this.#note(key, { what: 'create', labels: this.#labels() });
    const { resource, kind } = this.#options;
    const [namespace = '', name = ''] = key.split('/');
    const body = { apiVersion: resource.group ? `${resource.group}/${resource.version}` : resource.version, kind, metadata: { namespace, name, labels: change.labels, annotations: annotationsOf(change) }, data: { text: 'x'.repeat(change.number % 200) } };
    await this.#until(key, change, { verb: 'create', body }, (error) => ApiError.is(error, 409));
    this.#live.add(key);
  }

  /** @param bytes of data that the object has afterwards; default: what it has */
  async patch(index: number, bytes?: number): Promise<void> {
    const key = this.keyOf(index);
    const change = this.#note(key, { what: 'patch', labels: this.#labels() });
    const data = bytes === undefined ? {} : { data: { text: 'x'.repeat(bytes) } };
    await this.#until(key, change, { verb: 'patch', body: { metadata: { labels: change.labels, annotations: annotationsOf(change) }, ...data } }, () => false);
  }

  async delete(index: number): Promise<void> {
    const key = this.keyOf(index);
    const change = this.#note(key, { what: 'delete', labels: {} });
    await this.#until(key, change, { verb: 'delete' }, (error) => ApiError.is(error, 404));
    this.#live.delete(key);
  }

  /** Everything goes at once, and not one by one: with its kind, say. To be told before it does. */
  allGo(): void {
    for (const key of this.#live) this.#note(key, { what: 'delete', labels: {} });
    this.#live.clear();
  }

  async #goOn(pauseMs: number): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.random();
      await sleep(systemClock, pauseMs, this.#stop.signal);
    }
  }

  #labels(): Record<string, string> {
    return { side: this.#options.random() < 0.5 ? 'left' : 'right' };
  }

  /** Before it is sent: an informer may be told of it sooner than whoever has sent it. */
  #note(key: string, change: Omit<Change, 'number'>): Change {
    const noted = { number: ++this.#last, ...change };
    const history = this.#history.get(key);
    if (history) history.push(noted);
    else this.#history.set(key, [noted]);
    return noted;
  }

  /** @param isDone tells from a refusal that an attempt before, whose answer was lost, has been stored */
  async #until(key: string, change: Change, write: Pick<WriteRequest, 'verb' | 'body'>, isDone: (error: unknown) => boolean): Promise<void> {
    const { cluster, resource } = this.#options;
    const [namespace = '', name = ''] = key.split('/');
    const started = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        await cluster.objects.write({ resource, namespace, name, ...write }, { dryRun: false, fieldManager: 'changes' }, new AbortController().signal);
        this.#accepted++;
        return;
      } catch (error) {
        if (attempt > 1 && isDone(error)) {
          this.#accepted++;
          return;
        }
        if (!isTransient(error) || performance.now() - started > longestRetryMs) {
          throw new Error(`change ${change.number} (${change.what} of ${key}) could not be made at attempt ${attempt}: ${String(error)}`, { cause: error });
        }
        await sleep(systemClock, retryMs, new AbortController().signal);
      }
    }
  }
}

const annotationsOf = ({ number }: Change): Record<string, string> => ({ [changeAnnotation]: String(number) });

/** Of a server that dies, is away, or starts: then it also forbids what it does not know yet whether to admit. */
function isTransient(error: unknown): boolean {
  return ConnectionError.is(error) || (ApiError.is(error) && (error.status >= 500 || error.status === 429 || error.status === 403));
}
