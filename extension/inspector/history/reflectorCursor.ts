import type { ListPage } from '../../informer/listerWatcher.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import { hasMetadata, type KubeObject } from '../../kube/object.ts';
import type { WatchEvent } from '../../kube/watchEvent.ts';
import type { EntryOf, TraceEntry } from '../../trace/entry.ts';
import type { CursorState, QueuedList, ReadEvent, RecordedInput } from './recorded.ts';

/** An event changes places with one that is near, if at all. */
const maxLookAhead = 64;

/**
 * Follows one Reflector through what the server had sent it: which list it queues, which event it has in its hand. It reads no more than
 * the entries tell that the Reflector has read, and so it stands where the Reflector stood.
 */
export class ReflectorCursor {
  #pages: ListPage[] = [];
  #list: QueuedList | undefined;
  #stream: CursorState['stream'] = 'none';
  #events: WatchEvent[] = [];
  /** Of `#events`: the next to be read. */
  #next = 0;
  readonly #gathered = new Map<string, KubeObject>();
  #current: ReadEvent | undefined;
  #version = '';
  #isResyncing = false;
  /** Why an entry could not be followed; undefined as long as all could. */
  #lost: string | undefined;

  /** The list that is being queued, or is the next to be. */
  get list(): QueuedList | undefined {
    return this.#list;
  }

  /** The event that is queued next, or was last. */
  get current(): ReadEvent | undefined {
    return this.#current;
  }

  /** The version up to which the Reflector has seen everything. */
  get version(): string {
    return this.#version;
  }

  get isResyncing(): boolean {
    return this.#isResyncing;
  }

  get lost(): string | undefined {
    return this.#lost;
  }

  /** The server has sent something. */
  arrive({ line }: RecordedInput): void {
    if (line.kind === 'input.list') {
      // What has arrived is a page as the Reflector gets it.
      if (line.page) this.#pages.push(line.page as ListPage);
      return;
    }
    if (this.#next > 0 && this.#next === this.#events.length) {
      this.#events = [];
      this.#next = 0;
    }
    for (const event of line.events ?? []) this.#events.push(event);
  }

  resyncBegins(): void {
    this.#isResyncing = true;
  }

  /** An event that the server has not sent: the next that is read. */
  forge(event: WatchEvent): void {
    this.#events.splice(this.#next, 0, event);
  }

  /** Any entry of the informer. */
  note(entry: TraceEntry): void {
    switch (entry.kind) {
      case 'reflector.list':
        this.#isResyncing = false;
        // One without a token begins anew, also the full list that takes the place of pages that have expired.
        if (!entry.continue) this.#pages = [];
        return;
      case 'reflector.listed':
        this.#list = { items: itemsOf(this.#pages), version: entry.resourceVersion };
        this.#pages = [];
        return;
      case 'reflector.watch':
        this.#stream = entry.streaming ? 'initial' : 'watch';
        this.#events = [];
        this.#next = 0;
        this.#gathered.clear();
        return;
      case 'reflector.event':
        this.#read(entry);
        return;
      case 'reflector.bookmark':
        this.#readBookmark(entry);
        return;
      case 'whatif.applied':
        this.#change(entry);
        return;
      case 'reflector.closed':
        this.#stream = 'none';
        return;
      case 'reflector.error':
        // The round is over, and its resync with it; a watch that is only opened again goes on with its round.
        if (entry.will === 'relist') this.#isResyncing = false;
        return;
      case 'reflector.stopped':
        this.#isResyncing = false;
        return;
      case 'queue.add':
        if (entry.rule === undefined && entry.rv) this.#version = entry.rv;
        return;
      case 'queue.replace':
        this.#version = this.#list?.version ?? this.#version;
        this.#list = undefined;
        return;
      case 'queue.resync':
        this.#isResyncing = false;
        return;
      default:
    }
  }

  save(): CursorState {
    return {
      pages: [...this.#pages],
      list: this.#list,
      stream: this.#stream,
      events: this.#events.slice(this.#next),
      gathered: [...this.#gathered],
      current: this.#current,
      version: this.#version,
    };
  }

  restore({ pages, list, stream, events, gathered, current, version }: CursorState): void {
    this.#pages = [...pages];
    this.#list = list;
    this.#stream = stream;
    this.#events = [...events];
    this.#next = 0;
    for (const [key, object] of gathered) this.#gathered.set(key, object);
    this.#current = current;
    this.#version = version;
  }

  #read({ seq, type, key, rv = '' }: EntryOf<'reflector.event'>): void {
    const event = this.#find((each) => each.type === type && isOf(each.object, key, rv));
    if (!event) {
      this.#lost = `the server's ${type} of ${key} at version ${rv} was not recorded`;
      return;
    }
    this.#current = { seq, type, key, object: event.object as KubeObject };
    if (this.#stream !== 'initial') return;
    if (type === 'DELETED') this.#gathered.delete(key);
    else this.#gathered.set(key, this.#current.object);
  }

  #readBookmark({ rv = '', initialEventsEnd }: EntryOf<'reflector.bookmark'>): void {
    const event = this.#find((each) => each.type === 'BOOKMARK');
    if (!event) this.#lost = `the server's bookmark at version ${rv} was not recorded`;
    if (rv) this.#version = rv;
    if (!initialEventsEnd || this.#stream !== 'initial') return;
    this.#stream = 'watch';
    this.#list = { items: [...this.#gathered.values()], version: rv };
    this.#gathered.clear();
  }

  /** The next such event. Those before it had no entry, as they were no objects, or have changed places with it. */
  #find(matches: (event: WatchEvent) => boolean): WatchEvent | undefined {
    const end = Math.min(this.#events.length, this.#next + maxLookAhead);
    for (let index = this.#next; index < end; index++) {
      const event = this.#events[index]!;
      if (!matches(event)) continue;
      if (index === this.#next) this.#next++;
      else this.#events.splice(index, 1);
      return event;
    }
    return undefined;
  }

  /** What a person has decided on an event, before it was read or when it was: that it comes twice, or not at all. What changes places is found where it is. */
  #change({ what, key = '', rv = '', cause = [] }: EntryOf<'whatif.applied'>): void {
    if (what !== 'skip' && what !== 'forge' && what !== 'duplicate') return;
    // The Reflector is as far as if it had come as it was sent.
    if (what !== 'duplicate' && rv && this.#stream === 'watch') this.#version = rv;
    const read = this.#current && cause.includes(this.#current.seq) ? this.#current : undefined;
    const place = read ? this.#next - 1 : this.#events.findIndex(({ type, object }, index) => index >= this.#next && type !== 'BOOKMARK' && isOf(object, key, rv));
    const event = read ?? this.#events[place];
    if (!event) return;
    if (what === 'duplicate') this.#events.splice(place + 1, 0, { type: event.type, object: event.object });
    // The forged event has not been told of yet.
    else if (!read) this.#events.splice(place, 1);
  }
}

function isOf(object: unknown, key: string, rv: string): object is KubeObject {
  return hasMetadata(object) && (object.metadata.resourceVersion ?? '') === rv && metaNamespaceKey(object) === key;
}

function itemsOf(pages: readonly ListPage[]): readonly KubeObject[] {
  return pages.length === 1 ? pages[0]!.items : pages.flatMap(({ items }) => items);
}
