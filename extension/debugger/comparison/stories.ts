import type { Seq, TraceEntry } from '../../trace/entry.ts';
import { tellEntry, type Versions } from './tellEntry.ts';

/** What happened to one key of one informer, queue or controller, in order. */
export interface Story {
  /** `v1/pods` or the queue or controller that it belongs to. */
  readonly owner: string;
  readonly key: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly seq: Seq;
  readonly text: string;
}

export interface StoriesOptions {
  readonly versions: Versions;
  /** Beginnings of the kinds that count: `handler.`, `queue.pop`; none: all of them. */
  readonly kinds?: readonly string[];
  /** More steps than these are counted and not kept. Default: a million. */
  readonly most?: number;
}

const standardMost = 1_000_000;

/** Takes a trace apart by key: a story of each, without what belongs to one run alone. Entries without a key are told under the key `*`. */
export class Stories {
  readonly #options: StoriesOptions;
  readonly #stories = new Map<string, { readonly owner: string; readonly key: string; readonly steps: Step[] }>();
  readonly #orders = new Map<string, Map<string, string>>();
  #kept = 0;
  #left = 0;

  constructor(options: StoriesOptions) {
    this.#options = options;
  }

  add(entry: TraceEntry): void {
    const { kinds, most = standardMost } = this.#options;
    if (kinds && !kinds.some((kind) => entry.kind.startsWith(kind))) return;
    const owner = ownerOf(entry);
    const { key = '*' } = entry;
    const text = tellEntry(entry, (rv) => this.#version(`${entry.informer ?? owner} ${key}`, rv));
    if (text === undefined) return;
    if (this.#kept >= most) {
      this.#left++;
      return;
    }
    this.#kept++;
    const id = `${owner} ${key}`;
    let story = this.#stories.get(id);
    if (!story) this.#stories.set(id, (story = { owner, key, steps: [] }));
    story.steps.push({ seq: entry.seq, text });
  }

  /** By owner and key. */
  get all(): ReadonlyMap<string, Story> {
    return this.#stories;
  }

  /** Steps that were too many to be kept. */
  get left(): number {
    return this.#left;
  }

  #version(id: string, rv: string): string {
    const { versions } = this.#options;
    if (versions === 'exact') return rv;
    if (versions === 'ignored') return '';
    let order = this.#orders.get(id);
    if (!order) this.#orders.set(id, (order = new Map()));
    let version = order.get(rv);
    if (version === undefined) order.set(rv, (version = `version ${order.size + 1}`));
    return version;
  }
}

export function storiesOf(entries: Iterable<TraceEntry>, options: StoriesOptions): Stories {
  const stories = new Stories(options);
  for (const entry of entries) stories.add(entry);
  return stories;
}

function ownerOf(entry: TraceEntry): string {
  if ('queue' in entry) return entry.queue;
  if ('controller' in entry) return entry.controller;
  return entry.informer ?? '';
}
