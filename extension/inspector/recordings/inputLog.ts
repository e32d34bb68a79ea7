import type { ListerWatcher } from '../../informer/listerWatcher.ts';
import type { InformerScope } from '../../informer/sharedInformerFactory.ts';
import { formatResource, type GroupVersionResource, informerName } from '../../kube/resource.ts';
import type { InputLine, RecordedInformer } from '../../trace/recording.ts';
import { sizeOfObject } from '../history/sizeOf.ts';
import { ObservedListerWatcher } from './observedListerWatcher.ts';
import { RecordedServer } from './recordedServer.ts';

interface Kept {
  readonly bytes: number;
  readonly line: InputLine;
  readonly informer: string;
}

/** Of a line, besides its objects. */
const lineBytes = 300;

/**
 * What the servers of a session's informers have sent, the newest of it: enough to play it again. What no longer fits is folded into the
 * state that it led to, so that what is left begins with a list of that.
 */
export class InputLog {
  readonly #now: () => number;
  #limit: number;
  readonly #informers = new Map<string, RecordedInformer>();
  /** State before the first kept line. */
  readonly #bases = new Map<string, RecordedServer>();
  /** Undefined: dropped. */
  #kept: (Kept | undefined)[] = [];
  /** Index of the first that is still kept. */
  #head = 0;
  #bytes = 0;
  #dropped = 0;
  /** Informers of whose list the beginning was dropped, and not yet the end: half of it is of no use. */
  readonly #cut = new Set<string>();

  /**
   * @param now session time
   * @param bytes that the kept lines take, with the objects that they brought, which the cache may have too
   */
  constructor({ now, bytes }: { readonly now: () => number; readonly bytes: number }) {
    this.#now = now;
    this.#limit = bytes;
  }

  /** The same server, of which is kept what it sends. */
  observe(resource: GroupVersionResource, scope: InformerScope, listerWatcher: ListerWatcher): ListerWatcher {
    const name = informerName(resource, scope.namespace, scope.metadataOnly);
    this.#informers.set(name, { name, resource: formatResource(resource), ...scope });
    return new ObservedListerWatcher(listerWatcher, {
      now: this.#now,
      onInput: (line) => this.#add({ line, informer: name, bytes: sizeOfLine(line) }),
      onSuccess: () => undefined,
      onFailure: () => undefined,
    });
  }

  /** Keeps another number of bytes from now on. */
  resize(bytes: number): void {
    this.#limit = bytes;
    this.#fit();
  }

  /** Every informer that has asked for something, by its name. */
  get informers(): ReadonlyMap<string, RecordedInformer> {
    return this.#informers;
  }

  /** Lines that are only there in what they led to. */
  get dropped(): number {
    return this.#dropped;
  }

  /** By time. */
  *lines(): IterableIterator<InputLine> {
    const first = this.#kept[this.#head];
    for (const [informer, base] of this.#bases) {
      const page = base.snapshot();
      if (page) yield { kind: 'input.list', t: first?.line.t ?? 0, informer, options: {}, page };
    }
    for (let index = this.#head; index < this.#kept.length; index++) {
      const { line, informer } = this.#kept[index]!;
      yield { ...line, informer };
    }
  }

  #add(kept: Kept): void {
    this.#kept.push(kept);
    this.#bytes += kept.bytes;
    this.#fit();
  }

  #fit(): void {
    while ((this.#bytes > this.#limit || this.#cut.size > 0) && this.#head < this.#kept.length - 1) this.#drop();
    if (this.#head < 1024 || this.#head * 2 < this.#kept.length) return;
    this.#kept = this.#kept.slice(this.#head);
    this.#head = 0;
  }

  #drop(): void {
    const { line, informer, bytes } = this.#kept[this.#head]!;
    this.#kept[this.#head++] = undefined;
    this.#bytes -= bytes;
    this.#dropped++;
    let base = this.#bases.get(informer);
    if (!base) this.#bases.set(informer, (base = new RecordedServer({ address: '', kind: '', isAsked: false })));
    base.tell(line);
    if (base.isGathering) this.#cut.add(informer);
    else this.#cut.delete(informer);
  }
}

function sizeOfLine(line: InputLine): number {
  let bytes = lineBytes;
  if (line.kind === 'input.list') for (const item of line.page?.items ?? []) bytes += sizeOfObject(item);
  else for (const { object } of line.events ?? []) bytes += sizeOfObject(object);
  return bytes;
}
