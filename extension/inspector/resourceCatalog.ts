import type { Clock } from '../base/clock.ts';
import { type Disposable, toDisposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Discovered, GroupFailure } from '../cluster/discovery.ts';
import { type ApiResource, formatGroupVersion, formatResource, type GroupVersionResource } from '../kube/resource.ts';
import type { TraceEntry } from '../trace/entry.ts';

/** What a server can list and watch, as it was told the last time. */
export interface KnownResources {
  /** Each once, in the version that the server prefers. The same resource is the same object from one time to the next. */
  readonly resources: readonly ApiResource[];
  /** Groups that could not be asked. What they had before stands among the resources: nothing says that it has gone. */
  readonly failures: readonly GroupFailure[];
  /** False while some groups have not answered for the first time. */
  readonly complete: boolean;
}

export interface ResourceCatalogOptions {
  readonly discover: (signal: AbortSignal, onPart?: (part: Discovered) => void) => Promise<Discovered>;
  readonly clock: Clock;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
}

/** A definition that has just come is served a moment later. */
const settleMs = 500;
/** What has answered is shown after so long, while a group still does not. */
const partMs = 500;
/** So old it may become while somebody looks; longer where asking takes many requests: one a second in the long run. */
const youngMs = 10_000;
const msForRequest = 1000;
/** Signs that it is out of date are heeded more often than that, but not without bound. */
const hastyMsForRequest = 100;

/** Whose changes change what is served. */
const definitions = /^(apiextensions\.k8s\.io\/[^/]+\/customresourcedefinitions|apiregistration\.k8s\.io\/[^/]+\/apiservices)(?:[@#]|$)/;

/**
 * The resources of one server: known from the last time that it was asked, brought up to date for as long as somebody looks, and asked for
 * anew when they are wanted and are old, or something has said that they have changed. Nobody asks while nobody wants to know.
 */
export class ResourceCatalog implements Disposable {
  readonly #options: ResourceCatalogOptions;
  readonly #onChange = new Emitter<void>();
  #known: KnownResources | undefined;
  #error: unknown;
  #asking: Promise<KnownResources> | undefined;
  /** When it was asked the last time, and what that took. */
  #asked: { readonly at: number; readonly requests: number } | undefined;
  /** Something has said that it is out of date, and nobody has asked since. */
  #isOutdated = false;
  #looking = 0;
  #timer: Disposable | undefined;

  constructor(options: ResourceCatalogOptions) {
    this.#options = options;
  }

  /** Fires when there is more or less, a group fails or answers again, and when asking begins and ends. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** Undefined: nothing yet. */
  get known(): KnownResources | undefined {
    return this.#known;
  }

  get isAsking(): boolean {
    return this.#asking !== undefined;
  }

  /** Why the server could not be asked the last time; undefined when it could. */
  get error(): unknown {
    return this.#error;
  }

  /** What is known of a resource. */
  find({ group, version, resource }: GroupVersionResource): ApiResource | undefined {
    return this.#known?.resources.find((each) => each.resource === resource && each.group === group && each.version === version);
  }

  /** All of it, and not old. @throws ApiError, ConnectionError, CredentialError; the session's end */
  async upToDate(): Promise<KnownResources> {
    if (this.#known?.complete && !this.#isOutdated && this.#age() < this.#oldAfter()) return this.#known;
    return this.ask();
  }

  /** Asks the server now; whoever wants to know meanwhile gets the same answer. @throws as {@link upToDate} */
  ask(): Promise<KnownResources> {
    return (this.#asking ??= this.#ask());
  }

  /** Keeps it up to date until what is returned is disposed of. Never rejects: see {@link error}. */
  look(): Disposable {
    this.#looking++;
    if (!this.#asking && (this.#isOutdated || !this.#known?.complete || this.#age() >= settleMs)) void this.ask().catch(ignore);
    else this.#schedule();
    return toDisposable(() => {
      this.#looking--;
      this.#schedule();
    });
  }

  /** It may have changed. */
  outdate(): void {
    this.#isOutdated = true;
    this.#schedule();
  }

  /** An informer whose resource is not there any more, or one on what is served, says so. */
  note(entry: TraceEntry): void {
    switch (entry.kind) {
      case 'reflector.error':
        if (entry.code === 404) this.outdate();
        return;
      case 'reflector.event':
      case 'reflector.listed':
        if (entry.informer !== undefined && definitions.test(entry.informer)) this.outdate();
    }
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#onChange.dispose();
  }

  async #ask(): Promise<KnownResources> {
    const { discover, clock, signal } = this.#options;
    this.#timer?.dispose();
    this.#isOutdated = false;
    const startedAt = clock.now();
    let toldAt = startedAt;
    const onPart = (part: Discovered): void => {
      if (this.#known?.complete || clock.now() - toldAt < partMs || signal.aborted) return;
      toldAt = clock.now();
      this.#know(part, false);
    };
    // A turn later, so that whoever asks is told of the beginning when it is one.
    await Promise.resolve();
    this.#tell();
    try {
      const found = await discover(signal, onPart);
      signal.throwIfAborted();
      this.#asked = { at: clock.now(), requests: found.requests };
      this.#error = undefined;
      return this.#know(found, true);
    } catch (error) {
      this.#asked = { at: clock.now(), requests: this.#asked?.requests ?? 2 };
      if (!signal.aborted) this.#error = error;
      throw error;
    } finally {
      this.#asking = undefined;
      this.#schedule();
      this.#tell();
    }
  }

  #know({ resources, failures }: Discovered, complete: boolean): KnownResources {
    const next = { resources: this.#merged(resources, failures), failures, complete };
    const isSame = this.#known !== undefined && this.#known.complete === complete && sameList(next.resources, this.#known.resources) && sameFailures(failures, this.#known.failures);
    if (isSame) return this.#known!;
    this.#known = next;
    if (!complete) this.#tell();
    return next;
  }

  /** With what a group that could not be asked had before, and each resource that is as it was as the object that it was. */
  #merged(found: readonly ApiResource[], failures: readonly GroupFailure[]): readonly ApiResource[] {
    const before = new Map(this.#known?.resources.map((resource) => [formatResource(resource), resource]));
    const failed = new Set(failures.map(({ groupVersion }) => groupVersion));
    const kept = [...before.values()].filter((resource) => failed.has(formatGroupVersion(resource)));
    const keptNames = new Set(kept.map(nameOf));
    const now = found
      .filter((resource) => !keptNames.has(nameOf(resource)))
      .map((resource) => {
        const known = before.get(formatResource(resource));
        return known && JSON.stringify(known) === JSON.stringify(resource) ? known : resource;
      });
    return [...now, ...kept];
  }

  /** The next time that it is asked by itself, if somebody looks. */
  #schedule(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const { clock, signal } = this.#options;
    if (this.#looking === 0 || this.#asking || signal.aborted) return;
    const hasty = Math.max(settleMs, this.#requests() * hastyMsForRequest - this.#age());
    const wait = this.#isOutdated ? hasty : this.#oldAfter() - this.#age();
    this.#timer = clock.setTimer(Math.max(0, wait), () => void this.ask().catch(ignore));
  }

  #age(): number {
    return this.#asked ? this.#options.clock.now() - this.#asked.at : Infinity;
  }

  #oldAfter(): number {
    return Math.max(youngMs, this.#requests() * msForRequest);
  }

  #requests(): number {
    return this.#asked?.requests ?? 0;
  }

  #tell(): void {
    if (!this.#options.signal.aborted) this.#onChange.fire();
  }
}

function nameOf({ resource, group }: ApiResource): string {
  return `${resource}.${group}`;
}

function sameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

function sameFailures(one: readonly GroupFailure[], other: readonly GroupFailure[]): boolean {
  return one.length === other.length && one.every(({ groupVersion, error }, index) => groupVersion === other[index]!.groupVersion && String(error) === String(other[index]!.error));
}

function ignore(): void {
  // It is kept, for whoever looks.
}
