import type { FilterField } from '../../protocol/filters.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { resourceOfInformer } from '../../trace/resourceOfInformer.ts';

/** Fields whose values are texts: compared as they are, or with `*`. */
export type TextField = Exclude<FilterField, 'cause' | 'code' | 'seq'>;

/** What an entry has in a field; undefined or nothing: it has no such thing. Of several, one that matches is enough. */
export type TextsOf = (entry: TraceEntry) => string | readonly string[] | undefined;

/** Read from the entry itself and not from its row: a long trace is looked through in a moment. */
export const fieldTexts: { readonly [Field in TextField]: TextsOf } = {
  stage: ({ kind }) => kind.slice(0, kind.indexOf('.')),
  key: ({ key }) => key,
  namespace: ({ key }) => namespaceOf(key),
  informer: informersOf,
  kind: ({ kind }) => kind,
  delta: deltasOf,
  type: (entry) => (entry.kind === 'reflector.event' || entry.kind === 'apiserver.commit' ? entry.type : entry.kind === 'reflector.bookmark' ? 'BOOKMARK' : undefined),
  changed: pathsOf,
  handler: (entry) => ('handler' in entry ? entry.handler : undefined),
  queue: (entry) => ('queue' in entry ? entry.queue : undefined),
  controller: (entry) => ('controller' in entry ? entry.controller : undefined),
  verb: (entry) => (entry.kind === 'reconcile.write' || entry.kind === 'apiserver.request' ? entry.verb : undefined),
  user: (entry) => (entry.kind === 'apiserver.request' ? entry.user : undefined),
  rv: (entry) => entry.rv ?? ('resourceVersion' in entry ? entry.resourceVersion : undefined),
};

function namespaceOf(key: string | undefined): string | undefined {
  const slash = key?.indexOf('/') ?? -1;
  return slash < 0 ? undefined : key!.slice(0, slash);
}

/** A step of the server belongs to its resource, whichever informer heard of it. */
function informersOf(entry: TraceEntry): readonly string[] | undefined {
  const name = entry.informer ?? ('resource' in entry ? entry.resource : undefined);
  return name === undefined ? undefined : namesOf(name);
}

const names = new Map<string, readonly string[]>();
/** Informers whose names are kept: more than any session has. */
const mostNames = 2000;

/** `v1/pods@web` is also called `v1/pods`, and `pods`: whoever looks for these means it, too. */
function namesOf(informer: string): readonly string[] {
  let known = names.get(informer);
  if (!known) {
    if (names.size >= mostNames) names.clear();
    const resource = resourceOfInformer(informer);
    known = [...new Set([informer, resource, resource.slice(resource.lastIndexOf('/') + 1)])];
    names.set(informer, known);
  }
  return known;
}

function deltasOf(entry: TraceEntry): string | readonly string[] | undefined {
  switch (entry.kind) {
    case 'queue.add':
      return entry.delta;
    case 'queue.pop':
      return entry.deltas;
    case 'queue.coalesced':
      return [entry.from, entry.into];
    default:
      return undefined;
  }
}

/** A path and all that it is in: `spec` has changed when `spec.replicas` has. */
function pathsOf(entry: TraceEntry): readonly string[] | undefined {
  if (entry.kind === 'store.mutated') return entry.paths.flatMap(withParents);
  if (entry.kind !== 'store.update') return undefined;
  return entry.changed?.fields?.flatMap(({ path }) => withParents(path));
}

function withParents(path: string): readonly string[] {
  const all = [path];
  for (let at = path.length - 1; at > 0; at--) if (path[at] === '.' || path[at] === '[') all.push(path.slice(0, at));
  return all;
}
