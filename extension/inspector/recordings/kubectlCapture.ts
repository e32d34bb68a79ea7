import { isRecord, hasMetadata, type KubeObject } from '../../kube/object.ts';
import { formatResource, parseResource } from '../../kube/resource.ts';
import { compareResourceVersions } from '../../kube/resourceVersion.ts';
import type { RecordedInformer, RecordingLine } from '../../trace/recording.ts';
import { metaNamespaceKey } from '../../kube/key.ts';

/** A capture has no times: what it holds is played one after another, with so many milliseconds between. */
export const captureStepMs = 100;

/** One kind of a capture: what an informer on it would have been sent. */
interface Captured {
  readonly informer: RecordedInformer;
  readonly listed: KubeObject[];
  listVersion: string;
  readonly events: { readonly type: string; readonly object: KubeObject; readonly t: number; readonly number: number }[];
  readonly known: Set<string>;
}

/**
 * What `kubectl get -w -o json` wrote: objects one after another, of one kind or several, bare or, with `--output-watch-events`, in events;
 * a List where it began with one. It says neither when something came nor, without events, that something is gone.
 */
export class KubectlCapture {
  readonly #kinds = new Map<string, Captured>();
  #steps = 0;

  /** A sentence's end for what it cannot be; undefined: it was taken. */
  add(value: unknown, number: number): string | undefined {
    if (!isRecord(value)) return 'it is not a JSON object';
    const { type, object, items } = value;
    if (typeof type === 'string' && isRecord(object)) return this.#addEvent(type, object, number);
    if (Array.isArray(items)) return this.#addList(value, items, number);
    if (!isObject(value)) return 'it is neither a Kubernetes object nor an event of one';
    return this.#addBare(value, number);
  }

  /** As the lines of a recording, each with the number of the value that it comes from. */
  *lines(): Generator<{ readonly line: RecordingLine; readonly number: number }> {
    const kinds = [...this.#kinds.values()];
    yield { line: { informerTrace: 1, producer: 'kubectl', informers: kinds.map(({ informer }) => informer) }, number: 1 };
    for (const { informer, listed, listVersion, events } of kinds) {
      const resourceVersion = listVersion || (listed.length > 0 ? newest(listed) : versionBefore(events.map(({ object }) => object)));
      const page = { kind: `${informer.objectKind}List`, resourceVersion, items: listed, bytes: 0 };
      const { name } = informer;
      yield { line: { kind: 'input.list', t: 0, informer: name, options: {}, page }, number: 1 };
      yield { line: { kind: 'input.watch', t: 0, informer: name, watch: 1, options: { resourceVersion } }, number: 1 };
      for (const { type, object, t, number } of events) yield { line: { kind: 'input.watch', t, informer: name, watch: 1, events: [{ type, object }] }, number };
    }
  }

  #addEvent(type: string, object: object, number: number): string | undefined {
    // Of bookmarks and errors kubectl shows none.
    if (!isObject(object)) return 'its object is not one of Kubernetes';
    if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED') return `it is an event of the type "${type.slice(0, 100)}"`;
    const kind = this.#kindOf(object);
    if (!kind) return 'its object says no kind';
    this.#push(kind, type, object, number);
    return undefined;
  }

  #addBare(object: KubeObject, number: number): string | undefined {
    const kind = this.#kindOf(object);
    if (!kind) return 'it says no kind';
    this.#push(kind, kind.known.has(metaNamespaceKey(object)) ? 'MODIFIED' : 'ADDED', object, number);
    return undefined;
  }

  #addList(list: Readonly<Record<string, unknown>>, items: readonly unknown[], number: number): string | undefined {
    const version = isRecord(list['metadata']) && typeof list['metadata']['resourceVersion'] === 'string' ? list['metadata']['resourceVersion'] : '';
    for (const item of items) {
      if (!isObject(item)) return 'it is a list of what are no Kubernetes objects';
      const kind = this.#kindOf(item);
      if (!kind) return 'it is a list of objects without a kind';
      if (kind.events.length > 0) this.#push(kind, kind.known.has(metaNamespaceKey(item)) ? 'MODIFIED' : 'ADDED', item, number);
      else {
        kind.listed.push(item);
        kind.known.add(metaNamespaceKey(item));
        kind.listVersion = version;
      }
    }
    return undefined;
  }

  #push(kind: Captured, type: string, object: KubeObject, number: number): void {
    const key = metaNamespaceKey(object);
    if (type === 'DELETED') kind.known.delete(key);
    else kind.known.add(key);
    kind.events.push({ type, object, t: ++this.#steps * captureStepMs, number });
  }

  #kindOf({ apiVersion, kind }: KubeObject): Captured | undefined {
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
    const id = `${apiVersion}/${pluralOf(kind)}`;
    const resource = parseResource(id);
    if (!resource) return undefined;
    const name = formatResource(resource);
    let captured = this.#kinds.get(name);
    if (!captured) this.#kinds.set(name, (captured = { informer: { name, resource: name, objectKind: kind }, listed: [], listVersion: '', events: [], known: new Set() }));
    return captured;
  }
}

function newest(objects: readonly KubeObject[]): string {
  return versionsOf(objects).at(-1) ?? '1';
}

/** The version of a list that was there before all of these. */
function versionBefore(objects: readonly KubeObject[]): string {
  const [first = '2'] = versionsOf(objects);
  return /^[1-9]\d{0,40}$/.test(first) ? String(BigInt(first) - 1n) : '1';
}

function versionsOf(objects: readonly KubeObject[]): readonly string[] {
  return objects.map(({ metadata }) => metadata.resourceVersion ?? '').filter((version) => version !== '').toSorted(compareResourceVersions);
}

function isObject(value: unknown): value is KubeObject {
  return hasMetadata(value) && isName(value.metadata.name) && isAbsentOr(value.metadata.namespace) && isAbsentOr(value.metadata.resourceVersion);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isAbsentOr(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** As Kubernetes guesses it where nobody says (`meta.UnsafeGuessKindToResource`): `NetworkPolicy` is of `networkpolicies`. */
function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith('endpoints')) return singular;
  if (singular.endsWith('s')) return `${singular}es`;
  if (singular.endsWith('y')) return `${singular.slice(0, -1)}ies`;
  return `${singular}s`;
}
