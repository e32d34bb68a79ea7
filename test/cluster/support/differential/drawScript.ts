import { type Random, seededRandomFor } from '../../../../extension/base/random.ts';
import { stringify } from 'yaml';
import type { ApiCall, ScriptStep } from './apiCall.ts';
import { chance, pick } from './draws.ts';
import { nonsenseCalls } from './nonsenseCalls.ts';
import { overlay } from './overlay.ts';
import { anyPatches, deletionBodies, strangeNew } from './scriptBodies.ts';
import type { ScriptKind } from './scriptKind.ts';
import { scriptKinds } from './scriptKinds.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const names = ['x', 'y', 'z'] as const;
const scriptNamespaces = ['<run>-a', '<run>-b'] as const;

export const acceptTable = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const acceptMetadata = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json';
const acceptMetadataList = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';

/** Where an object is, and by which steps it was last written or read. */
interface Place {
  readonly kind: ScriptKind;
  readonly namespace: string;
  readonly name: string;
  readonly steps: number[];
}

/** The calls that a server has to be prepared with: the namespaces of the script. */
export const preparation: readonly ApiCall[] = scriptNamespaces.map((name) => ({ method: 'POST', path: '/api/v1/namespaces', body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } }));

/** A script of so many requests of all kinds, which is the same for the same seed. */
export function drawScript(seed: number, length: number, kinds: readonly ScriptKind[] = scriptKinds): readonly ScriptStep[] {
  const random = seededRandomFor(seed, 'script');
  const drawing = new Drawing(random, kinds);
  return Array.from({ length }, (_, id) => ({ ...drawing.step(id), id }));
}

class Drawing {
  readonly #random: Random;
  readonly #kinds: readonly ScriptKind[];
  readonly #places = new Map<string, Place>();
  /** Steps that were lists with a limit. */
  readonly #pages: { readonly id: number; readonly path: string }[] = [];

  constructor(random: Random, kinds: readonly ScriptKind[]) {
    this.#random = random;
    this.#kinds = kinds;
  }

  step(id: number): ApiCall {
    const place = this.#place();
    const call = this.#weighted([
      [14, () => this.#create(place)],
      [6, () => this.#get(place)],
      [14, () => this.#list(place, id)],
      [8, () => this.#update(place)],
      [14, () => this.#patch(place)],
      [8, () => this.#apply(place)],
      [6, () => this.#subresource(place)],
      [8, () => this.#delete(place)],
      [2, () => this.#deleteCollection(place)],
      [6, () => this.#nonsense(place)],
      [4, () => this.#podAction()],
      [3, () => this.#yaml(place)],
    ])();
    // Old releases took a namespace to be in itself, so that it could be said to be elsewhere.
    if (place.kind.resource === 'namespaces' && JSON.stringify(call.body)?.includes('elsewhere')) return this.#get(place);
    if (call.method !== 'GET' || this.#of(50)) place.steps.push(id);
    return call;
  }

  #place(): Place {
    const kind = this.#pick(this.#kinds);
    const namespace = kind.namespaced ? (this.#of(80) ? scriptNamespaces[0] : scriptNamespaces[1]) : '';
    const name = kind.namespaced ? this.#pick(names) : `<run>-${this.#pick(names)}`;
    const key = `${kind.resource}/${namespace}/${name}`;
    if (!this.#places.has(key)) this.#places.set(key, { kind, namespace, name, steps: [] });
    return this.#places.get(key)!;
  }

  #create(place: Place): ApiCall {
    const { kind } = place;
    let body = this.#body(place);
    if (this.#of(20) && kind.faults.length > 0) body = overlay(body, this.#pick(kind.faults));
    if (this.#of(20)) body = overlay(body, this.#pick(strangeNew));
    // What is drawn has another place in the lists of each.
    const isDrawn = body.metadata?.name === undefined && body.metadata?.generateName !== undefined;
    const query = this.#query({ dryRun: isDrawn || this.#of(12) ? 'All' : undefined, fieldManager: this.#of(20) ? 'me' : undefined });
    return { method: 'POST', path: this.#collection(place) + query, body, ...this.#view(10) };
  }

  #get(place: Place): ApiCall {
    const resourceVersion = this.#of(30) ? this.#pick(['0', this.#version(place), '1', 'x', '-1']) : undefined;
    return { method: 'GET', path: this.#object(place) + this.#query({ resourceVersion }), ...this.#view(40) };
  }

  #list(place: Place, id: number): ApiCall {
    const { kind } = place;
    const page = this.#of(25) ? this.#pages.at(-1) : undefined;
    if (page) return { method: 'GET', path: page.path.replace(/&?continue=[^&]*|$/, `&continue=<continue:${page.id}>`) };
    const all = this.#of(20);
    const ours = kind.namespaced ? '' : 'script in (<run>)';
    // Without a namespace there would be what else the server has.
    const labelSelector = all || !kind.namespaced ? ['script in (<run>)', ...(this.#of(30) ? [this.#labelSelector()] : [])].join(',') : this.#of(40) ? this.#labelSelector() : ours;
    const resourceVersion = this.#of(40) ? this.#pick(['0', '1', this.#version(place), this.#version(place), 'x', '-1', '99999999999999999999']) : undefined;
    const limit = this.#of(35) ? this.#pick(['1', '2', '0', '-1', 'x']) : undefined;
    const path =
      (all && kind.namespaced ? `${kind.root}/${kind.resource}` : this.#collection(place)) +
      this.#query({
        labelSelector: labelSelector || undefined,
        fieldSelector: this.#of(25) ? this.#fieldSelector(kind) : undefined,
        limit,
        resourceVersion,
        resourceVersionMatch: this.#of(20) ? this.#pick(['Exact', 'NotOlderThan', 'Sometimes']) : undefined,
      });
    if (limit === '1' || limit === '2') this.#pages.push({ id, path });
    return { method: 'GET', path, ...this.#listView(25) };
  }

  #labelSelector(): string {
    return this.#pick(['app=x', 'app==x', 'app!=x', 'app in (x,y)', 'app notin (x)', 'app', '!app', 'app=x,tier', 'app=', 'app=x y', 'app in x', '=', 'app in (x', ',', 'a b=c', 'app>1', 'app>x', 'tier<5']);
  }

  #fieldSelector({ fields }: ScriptKind): string {
    const known = Object.entries(fields).flatMap(([field, values]) => values.flatMap((value) => [`${field}=${value}`, `${field}!=${value}`]));
    return this.#pick([...known, 'metadata.name=x', 'metadata.name!=x', 'metadata.namespace=<run>-a', 'metadata.name==y', 'spec.nothing=1', 'metadata.labels=x', 'metadata.name', 'metadata.name=x,metadata.namespace=<run>-a', '=', ',']);
  }

  #update(place: Place): ApiCall {
    const { kind } = place;
    if (kind.hasOldVerbs) return this.#patch(place);
    let body = overlay(this.#body(place), { metadata: { resourceVersion: this.#of(40) ? this.#version(place) : null } });
    if (this.#of(20) && kind.faults.length > 0) body = overlay(body, this.#pick(kind.faults));
    if (this.#of(15)) {
      body = overlay(body, this.#pick<Loose>([{ metadata: { name: 'elsewhere' } }, { metadata: { namespace: 'elsewhere' } }, { metadata: { uid: this.#uid(place) } }, { metadata: { uid: 'other' } }, { metadata: { resourceVersion: 'x' } }, { metadata: { resourceVersion: '0' } }, { metadata: { finalizers: ['example.com/a'] } }, { metadata: { name: null } }, { metadata: null }, { kind: 'Other' }]));
    }
    const query = this.#query({ dryRun: this.#of(12) ? 'All' : undefined, fieldManager: this.#of(20) ? 'me' : undefined });
    return { method: 'PUT', path: this.#object(place) + query, body, ...this.#view(10) };
  }

  #patch(place: Place): ApiCall {
    const { kind } = place;
    const general = anyPatches(this.#version(place));
    const [contentType, bodies] = this.#pick<readonly [string, readonly Loose[]]>([
      ['application/merge-patch+json', this.#of(50) ? general : kind.patches],
      ['application/strategic-merge-patch+json', this.#of(50) ? general : kind.strategicPatches],
      ['application/json-patch+json', this.#of(20) ? general : kind.jsonPatches],
      ['application/merge-patch+json', kind.faults],
      ['application/json', general],
      ['text/plain', general],
    ]);
    const body = bodies.length > 0 ? this.#pick(bodies) : {};
    const query = this.#query({ dryRun: this.#of(12) ? 'All' : undefined, fieldManager: this.#of(20) ? 'me' : undefined, force: this.#of(4) ? 'true' : undefined });
    return { method: 'PATCH', path: this.#object(place) + query, contentType, body: typeof body === 'string' ? body : JSON.stringify(body), ...this.#view(10) };
  }

  /** Not of pods: whether it is what may not change that is told first, or in whose way it is, differs from release to release. */
  #apply(place: Place): ApiCall {
    const { kind } = place;
    if (kind.resource === 'pods') return this.#get(place);
    const { metadata, ...rest } = this.#body(place);
    let body: Loose = { ...rest, metadata: { name: place.name, ...(this.#of(70) && { labels: { script: '<run>', applied: this.#pick(['1', '2']), ...(this.#of(30) && { app: metadata.labels.app }) } }) } };
    if (this.#of(15) && kind.faults.length > 0) body = overlay(body, this.#pick(kind.faults));
    if (this.#of(15)) body = overlay(body, this.#pick<Loose>([{ kind: null }, { apiVersion: 'v9' }, { metadata: { managedFields: [{ manager: 'x' }] } }, { nothing: 'known' }]));
    const query = this.#query({ fieldManager: this.#of(92) ? this.#pick(['me', 'you']) : undefined, force: this.#of(50) ? this.#pick(['true', 'false']) : undefined, dryRun: this.#of(12) ? 'All' : undefined });
    return { method: 'PATCH', path: this.#object(place) + query, contentType: 'application/apply-patch+yaml', body };
  }

  #subresource(place: Place): ApiCall {
    const { kind } = place;
    const name = this.#of(85) && kind.subresources.length > 0 ? this.#pick(kind.subresources) : this.#pick(['status', 'scale', 'nothing', 'finalize']);
    const path = `${this.#object(place)}/${name}`;
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: place.name, namespace: place.namespace || undefined, ...(this.#of(30) && { resourceVersion: this.#version(place) }) }, spec: { replicas: this.#pick<Loose>([0, 2, 5, -1, 'x', undefined]) } };
    const status = kind.status.length > 0 ? this.#pick(kind.status) : {};
    return this.#pick<() => ApiCall>([
      () => ({ method: 'GET', path }),
      // An old release takes what else is sent with a status for owned, so it is patched alone.
      () => (name === 'scale' ? { method: 'PUT', path, body: scale } : { method: 'GET', path }),
      () => ({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body: name === 'scale' ? this.#pick<Loose>([{ spec: { replicas: 3 } }, { spec: { replicas: -1 } }, { spec: null }, { kind: 'Other' }]) : status }),
      () => ({ method: 'PATCH', path, contentType: 'application/strategic-merge-patch+json', body: name === 'scale' ? { spec: { replicas: 3 } } : overlay(status, { metadata: { labels: { through: 'status' } } }) }),
      () => ({ method: this.#pick(['POST', 'DELETE']), path, body: {} }),
    ])();
  }

  #delete(place: Place): ApiCall {
    const options: Loose = this.#of(50) ? undefined : this.#pick(deletionBodies(this.#uid(place), this.#version(place)));
    const query = this.#query({ propagationPolicy: this.#of(10) ? this.#pick(['Foreground', 'Orphan', 'Sideways']) : undefined, gracePeriodSeconds: this.#of(8) ? this.#pick(['0', '3', 'x']) : undefined, dryRun: this.#of(8) ? this.#pick(['All', 'Some']) : undefined });
    return { method: 'DELETE', path: this.#object(place) + query, ...(options !== undefined && { body: options }), ...this.#view(10) };
  }

  /** How long pods have is said: old releases gave each the time of the one before. */
  #deleteCollection(place: Place): ApiCall {
    if (place.kind.hasOldVerbs) return this.#get(place);
    const labelSelector = `script in (<run>)${this.#of(80) ? `,${this.#labelSelector()}` : ''}`;
    const query = this.#query({ labelSelector, fieldSelector: this.#of(30) ? this.#fieldSelector(place.kind) : undefined, dryRun: this.#of(20) ? 'All' : undefined, gracePeriodSeconds: place.kind.resource === 'pods' ? '0' : undefined });
    return { method: 'DELETE', path: this.#collection(place) + query };
  }

  /**
   * A pod is put on a node, or taken off it: that is only tried, since later releases say in the pod why it goes. Another's binding is only tried as well, since old ones put the pod there
   * all the same.
   */
  #podAction(): ApiCall {
    const kind = this.#kinds.find(({ resource }) => resource === 'pods');
    const place = [...this.#places.values()].find((each) => each.kind === kind);
    if (!place) return { method: 'GET', path: '/healthz' };
    const name = this.#of(85) ? place.name : this.#pick(['other', '']);
    const drawn = this.#query({ dryRun: this.#of(20) ? 'All' : undefined });
    const metadata: Loose = { name, ...(this.#of(20) && { namespace: place.namespace }), ...(this.#of(10) && { uid: 'other' }), ...(this.#of(20) && { annotations: { bound: 'yes' } }) };
    const query = metadata.uid === undefined ? drawn : '?dryRun=All';
    const target = this.#pick<Loose>([{ kind: 'Node', name: 'node-a' }, { name: 'node-b' }, { kind: 'Pod', name: 'node-a' }, { kind: 'Node' }, { kind: 'Node', name: 'node-a', apiVersion: 'v1' }]);
    const deleteOptions = this.#pick<Loose>([undefined, { gracePeriodSeconds: 0 }, { gracePeriodSeconds: 2 }, { preconditions: { uid: 'other' } }, { propagationPolicy: 'Background' }]);
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata, target };
    const eviction = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata, ...(deleteOptions && { deleteOptions }) };
    const pod = this.#object(place);
    return this.#pick<() => ApiCall>([
      () => ({ method: 'POST', path: `${pod}/binding${query}`, body: binding }),
      () => ({ method: 'POST', path: `${kind!.root}/namespaces/${place.namespace}/bindings${query}`, body: binding }),
      () => ({ method: 'POST', path: `${pod}/eviction?dryRun=All`, body: eviction }),
      () => ({ method: this.#pick(['GET', 'PUT', 'DELETE']), path: `${pod}/${this.#pick(['binding', 'eviction'])}`, body: {} }),
    ])();
  }

  /** What is created or replaced is YAML, good or bad. */
  #yaml(place: Place): ApiCall {
    const body = this.#body(place);
    const contentType = 'application/yaml';
    const text = this.#of(70) ? stringify(body) : this.#pick([`${stringify(body)}---\n${stringify(body)}`, `# nothing\n`, `a: [`, `- x`, `text`, `a: &x 1\nb: *x\n`, JSON.stringify(body), `kind: ${place.kind.kind}\nkind: Other\n`]);
    if (this.#of(70) || place.kind.hasOldVerbs) return { method: 'POST', path: this.#collection(place), contentType, body: text };
    return { method: 'PUT', path: this.#object(place), contentType, body: text };
  }

  #nonsense(place: Place): ApiCall {
    return this.#pick(nonsenseCalls(place.kind, this.#collection(place), this.#object(place), this.#body(place)));
  }

  #body({ kind, namespace, name }: Place): Loose {
    const labels = { script: '<run>', ...(this.#of(60) && { app: this.#pick(['x', 'y']) }), ...(this.#of(30) && { tier: this.#pick(['1', '9']) }) };
    const metadata = { name, ...(kind.namespaced && this.#of(50) && { namespace }), labels, ...(this.#of(15) && { annotations: { note: 'a' } }), ...(this.#of(12) && { finalizers: ['example.com/a'] }) };
    return { apiVersion: kind.apiVersion, kind: kind.kind, metadata, ...kind.body(this.#random) };
  }

  #view(percent: number): { readonly accept?: string } {
    return this.#of(percent) ? { accept: this.#pick([acceptTable, acceptMetadata, acceptMetadataList]) } : {};
  }

  #listView(percent: number): { readonly accept?: string } {
    return this.#of(percent) ? { accept: this.#pick([acceptTable, acceptMetadataList, acceptMetadata]) } : {};
  }

  #collection({ kind, namespace }: Place): string {
    return `${kind.root}/${kind.namespaced ? `namespaces/${namespace}/` : ''}${kind.resource}`;
  }

  #object(place: Place): string {
    return `${this.#collection(place)}/${place.name}`;
  }

  #version({ steps }: Place): string {
    return steps.length > 0 ? `<version:${this.#of(60) ? steps.at(-1)! : this.#pick(steps)}>` : '1';
  }

  #uid({ steps }: Place): string {
    return steps.length > 0 ? `<uid:${this.#pick(steps)}>` : 'none';
  }

  #query(parameters: Readonly<Record<string, string | undefined>>): string {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    return given.length > 0 ? `?${given.map(([name, value]) => `${name}=${encodeValue(value!)}`).join('&')}` : '';
  }

  #weighted<T>(choices: readonly (readonly [number, T])[]): T {
    let at = this.#random() * choices.reduce((sum, [weight]) => sum + weight, 0);
    return choices.find(([weight]) => (at -= weight) < 0)![1];
  }

  #pick<T>(values: readonly T[]): T {
    return pick(this.#random, values);
  }

  #of(percent: number): boolean {
    return chance(this.#random, percent);
  }
}

/** What is to be filled in later stays readable. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll('%3C', '<').replaceAll('%3E', '>').replaceAll('%3A', ':');
}
