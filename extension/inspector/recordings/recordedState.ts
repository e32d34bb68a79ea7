import { metaNamespaceKey } from '../../kube/key.ts';
import { hasMetadata, type KubeObject } from '../../kube/object.ts';
import { compareResourceVersions } from '../../kube/resourceVersion.ts';
import { initialEventsEndAnnotation, type WatchEvent } from '../../kube/watchEvent.ts';

interface Change {
  readonly version: string;
  readonly event: WatchEvent;
}

/** What a server had of one resource, as far as an informer was shown it: its objects, and what led to them. */
export class RecordedState {
  readonly #objects = new Map<string, KubeObject>();
  readonly #changes: Change[] = [];
  readonly #keepsChanges: boolean;
  #version = '';
  /** Version from which on every change is known. */
  #since: string | undefined;

  /** @param keepsChanges false: nobody will ask what has changed since a version */
  constructor({ keepsChanges }: { readonly keepsChanges: boolean }) {
    this.#keepsChanges = keepsChanges;
  }

  get version(): string {
    return this.#version;
  }

  /** Something of it is known. */
  get isKnown(): boolean {
    return this.#since !== undefined;
  }

  get objects(): readonly KubeObject[] {
    return [...this.#objects.values()];
  }

  /** A whole state was shown. @returns what has changed since the one before, as a watch would have told it */
  replace(objects: readonly KubeObject[], version: string): readonly WatchEvent[] {
    const gone = new Map(this.#objects);
    const events: WatchEvent[] = [];
    for (const object of objects) {
      const key = metaNamespaceKey(object);
      const before = gone.get(key);
      gone.delete(key);
      if (before?.metadata.resourceVersion === object.metadata.resourceVersion && before) continue;
      events.push({ type: before ? 'MODIFIED' : 'ADDED', object });
    }
    for (const object of gone.values()) events.unshift({ type: 'DELETED', object: { ...object, metadata: { ...object.metadata, resourceVersion: version } } });
    if (this.#since === undefined) this.#since = version;
    this.apply(events);
    this.#version = version;
    return events;
  }

  /** Events that came by a watch. */
  apply(events: readonly WatchEvent[]): void {
    for (const event of events) {
      const { type, object } = event;
      if (!hasMetadata(object)) continue;
      const { resourceVersion: version = '' } = object.metadata;
      if (type === 'ADDED' || type === 'MODIFIED') this.#objects.set(metaNamespaceKey(object), object);
      else if (type === 'DELETED') this.#objects.delete(metaNamespaceKey(object));
      else if (type !== 'BOOKMARK') continue;
      if (version !== '' && compareResourceVersions(version, this.#version) > 0) this.#version = version;
      if (type !== 'BOOKMARK' && this.#keepsChanges) this.#changes.push({ version, event });
    }
  }

  /** What a watch from this version on is sent first; undefined: that is not known any more. */
  since(version: string): readonly WatchEvent[] | undefined {
    if (this.#since !== undefined && compareResourceVersions(version, this.#since) < 0) return undefined;
    return this.#changes.filter((change) => compareResourceVersions(change.version, version) > 0).map(({ event }) => event);
  }

  /** Everything, as a watch tells it that begins with the whole state. */
  asEvents(): readonly WatchEvent[] {
    return this.objects.map((object) => ({ type: 'ADDED', object }));
  }

  /** That the whole state has been told. */
  initialEventsEnd(): WatchEvent {
    const [{ apiVersion, kind } = {}] = this.#objects.values();
    const metadata = { resourceVersion: this.#version, annotations: { [initialEventsEndAnnotation]: 'true' } };
    return { type: 'BOOKMARK', object: { ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }), metadata } };
  }
}
