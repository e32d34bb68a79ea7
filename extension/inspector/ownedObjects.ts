import type { Clock } from '../base/clock.ts';
import { sum } from '../base/sum.ts';
import { ownerIndex } from '../informer/indexFuncs.ts';
import { controllerOf, type KubeObject, ownersIn } from '../kube/object.ts';
import { inSlices } from './inSlices.ts';
import type { InformerTree } from './informerTree.ts';
import type { ObjectPlace } from './marks/recentChanges.ts';
import { cachedOwner } from './objectHistory.ts';
import { PagedNodes } from './pagedNodes.ts';
import type { Session } from './session.ts';
import { SetsBySession } from './setsBySession.ts';
import { isMuchToSort, sortSteps } from './sortSteps.ts';
import { informerNodeOf, nodeId, type ObjectNode, type OwnedRangeNode, ownerNodeOf, rangeId, sessionOf, type SourceNode, type TreeNode } from './treeNode.ts';

/** So deep objects own each other; Kubernetes' own stop at three. */
const mostDeep = 8;

/** Objects that are looked at before somebody else may have a turn. */
const foundAtOnce = 256;

/** What ends a key where keys of several caches are sorted together. */
const end = '\0';

/** An owned object: its key, and its informer behind it, so that those of several caches sort in one order. */
type Place = string;

/** What has been shown below one object. It is kept up key by key, as long as the object and the caches are those in which it was looked for. */
interface Below {
  readonly owner: ObjectNode;
  readonly objects: Map<Place, ObjectNode>;
  readonly pages: PagedNodes<ObjectNode, OwnedRangeNode>;
  /** Of the owner, when its places were looked for. */
  uid: string | undefined;
  /** Those of the session then. */
  trees: readonly InformerTree[];
  /** There may be more of which nobody is told one by one. */
  isStale: boolean;
}

/** Many objects of one owner that are looked for in slices, while some of them come or go. */
interface Search {
  readonly owner: ObjectNode;
  readonly uid: string;
  readonly trees: readonly InformerTree[];
  /** Keys that may have come or gone meanwhile. */
  readonly changed: Set<string>;
  /** There may be more of which nobody is told one by one. */
  isStale: boolean;
  done: Promise<void>;
}

export interface OwnedObjectsOptions {
  readonly clock: Clock;
  /** Those of a session, in the order in which they are shown. */
  readonly trees: (session: Session) => readonly InformerTree[];
  /** Told of each node that looks different now, or has other children. */
  readonly changed: (node: TreeNode) => void;
  /** Told of each node whose object has gone from the cache. */
  readonly gone: (node: ObjectNode) => void;
}

/**
 * What stands below an object: the objects in the caches of its session that it controls, by its uid. They are found by the index that every cache of
 * a session has for its controllers (`owner`), so nothing is looked through and no cache gets an index for the tree alone. An object in several caches stands here once.
 * Those of one owner are looked at once, when somebody opens it; after that one that comes or goes costs a look into each cache for its key, however many there are.
 */
export class OwnedObjects {
  readonly #options: OwnedObjectsOptions;
  readonly #below = new WeakMap<ObjectNode, Below>();
  /** The same by session and uid of the owner. */
  readonly #byOwner = new SetsBySession<Below>();
  readonly #searches = new Map<ObjectNode, Search>();
  /** The same by session and uid of the owner. */
  readonly #searchesByOwner = new SetsBySession<Search>();
  /** Nodes of owned objects, by session and place. */
  readonly #placed = new SetsBySession<ObjectNode>();

  constructor(options: OwnedObjectsOptions) {
    this.#options = options;
  }

  /** It has children. */
  has(node: ObjectNode): boolean {
    for (const _one of this.#owned(node)) return true;
    return false;
  }

  /** Undefined: its children can be had at once. Otherwise there are so many that they are looked for in slices first: over when that is done, and then it is asked again. */
  whenSorted(node: ObjectNode | OwnedRangeNode): Promise<void> | undefined {
    if (node.type !== 'object') return undefined;
    const running = this.#searches.get(node);
    if (running) return running.done;
    const session = sessionOf(node);
    const trees = this.#options.trees(session);
    const uid = this.#uidOf(node);
    if (uid === undefined || this.#isUpToDate(this.#below.get(node), uid, trees)) return undefined;
    if (!isMuchToSort(sum(trees, ({ informer }) => informer.indexer.keysOf(ownerIndex, uid).size))) return undefined;
    const search: Search = { owner: node, uid, trees, changed: new Set(), isStale: false, done: Promise.resolve() };
    this.#searches.set(node, search);
    this.#searchesByOwner.add(session, uid, search);
    search.done = inSlices(this.#options.clock, this.#searchSteps(search), () => this.#isOfUse(search)).finally(() => {
      this.#searches.delete(node);
      this.#searchesByOwner.delete(session, uid, search);
    });
    return search.done;
  }

  /** As they are by what has been told; of a range, where the caches of the session are others, as they were when those of its owner were asked for. */
  children(node: ObjectNode | OwnedRangeNode): readonly TreeNode[] {
    const below = node.type === 'object' ? this.#lookBelow(node) : this.#belowOf(node);
    return below?.pages.children(node, (place, parent) => this.#node(below, parent, place)) ?? [];
  }

  count(range: OwnedRangeNode): number {
    return this.#belowOf(range)?.pages.count(range) ?? 0;
  }

  /** Its first and its last key. */
  bounds(range: OwnedRangeNode): readonly [string, string] {
    const [first, last] = this.#belowOf(range)?.pages.bounds(range) ?? ['', ''];
    return [keyAt(first), keyAt(last)];
  }

  /** An informer has its first list. Whatever is in it may be owned by what is shown: of these nobody is told one by one. */
  synced(session: Session): void {
    for (const below of this.#byOwner.all(session)) below.isStale = true;
    for (const search of this.#searchesByOwner.all(session)) search.isStale = true;
    for (const { node } of this.#options.trees(session)) this.#options.changed(node);
  }

  /** As an informer tells: constant work for each. */
  happened(session: Session, place: ObjectPlace, before: KubeObject | undefined, after: KubeObject | undefined): void {
    if (before === after && after) return;
    const nodes = this.#nodesOf(session, place);
    const [from, to] = [before, after].map((object) => object && controllerOf(object)?.uid);
    if (!after) for (const node of nodes) this.#options.gone(node);
    // Of one that has gone with nobody knowing its last state, only its rows tell where it stood.
    for (const uid of new Set([from, to, ...nodes.map((node) => this.#uidOf(ownerOf(node)))])) if (uid !== undefined) this.#lookAtKey(session, uid, place.key);
    if (after) for (const node of this.#nodesOf(session, place)) this.#options.changed(node);
    if (after && to !== undefined && to !== from) this.#toOwners(session, after, false);
    if (before && from !== undefined && from !== to) this.#toOwners(session, before, true);
    if (before?.metadata.uid !== undefined && before.metadata.uid !== after?.metadata.uid) this.#letGo(session, before.metadata.uid);
  }

  /** One cache has the owner no more. Another may have it still: it may have left a selector. */
  #letGo(session: Session, uid: string): void {
    for (const below of this.#byOwner.of(session, uid)) {
      if (this.#uidOf(below.owner) === uid) continue;
      below.isStale = true; // a restored backup may bring it back
      this.#byOwner.delete(session, uid, below);
    }
  }

  /** Has one key stand below an owner or not, wherever that is open. */
  #lookAtKey(session: Session, uid: string, key: string): void {
    for (const search of this.#searchesByOwner.of(session, uid)) search.changed.add(key);
    for (const below of this.#byOwner.of(session, uid)) {
      const trees = this.#options.trees(session);
      if (this.#uidOf(below.owner) !== uid || !this.#isShown(below.owner, trees)) {
        this.#byOwner.delete(session, uid, below);
        this.#below.delete(below.owner);
      } else if (below.isStale || !isSame(below.trees, trees)) this.#options.changed(below.owner);
      else this.#update(below, key);
    }
  }

  /** A filter or another grouping may have let go of it. */
  #isShown(node: ObjectNode, trees: readonly InformerTree[]): boolean {
    const { name } = informerNodeOf(node);
    const owner = ownerNodeOf(node);
    if (owner) return this.#below.get(owner)?.objects.get(placeIn(node.key, name)) === node && this.#isShown(owner, trees);
    return trees.find((tree) => tree.node.name === name)?.shown(node.key).includes(node) ?? false;
  }

  #update(below: Below, key: string): void {
    const { owner, objects, pages, trees } = below;
    const present = new Set(this.#places(owner, (tree, uid) => (tree.informer.indexer.keysOf(ownerIndex, uid).has(key) ? [key] : [])));
    for (const tree of trees) {
      const place = placeIn(key, tree.node.name);
      const isThere = present.has(place);
      const changed = pages.set(place, isThere);
      if (changed) this.#options.changed(changed);
      if (!isThere) this.#forget(objects, place);
    }
  }

  /** Rows of what owns an object that nobody has opened: whether they can be is what they show. @param isLess it has been the owner: then they are told of when it was the last */
  #toOwners(session: Session, object: KubeObject, isLess: boolean): void {
    const controller = ownersIn(object).find((owner) => owner.controller === true);
    const found = controller && cachedOwner(session, object, controller);
    if (!found) return;
    const { informer: { name }, key: ownerKey } = found;
    const shown = this.#options.trees(session).find(({ node }) => node.name === name)?.shown(ownerKey) ?? [];
    for (const node of [...shown, ...this.#nodesOf(session, { informer: name, key: ownerKey })]) if (!this.#below.has(node) && !(isLess && this.has(node))) this.#options.changed(node);
  }

  #lookBelow(node: ObjectNode): Below {
    const trees = this.#options.trees(sessionOf(node));
    const uid = this.#uidOf(node);
    const known = this.#below.get(node);
    if (known && this.#isUpToDate(known, uid, trees)) return known;
    const present = new Set(this.#owned(node));
    if (known) known.pages.setAll(present);
    return this.#found({ owner: node, uid, trees }, known?.pages ?? this.#paged(node, [...present].toSorted()), (place) => present.has(place));
  }

  /** What has happened to the owner or its caches meanwhile makes it of no use, and whoever waited asks again. */
  *#searchSteps(search: Search): Generator<void, void> {
    const { owner, uid, changed } = search;
    const present = new Set<Place>();
    // As the sets are now: what comes or goes is told.
    for (const place of this.#places(owner, ({ informer }) => [...informer.indexer.keysOf(ownerIndex, uid)])) {
      present.add(place);
      if (present.size % foundAtOnce === 0) yield;
    }
    const known = this.#below.get(owner);
    const pages = known?.pages ?? this.#paged(owner, yield* sortSteps([...present]));
    if (known) yield* known.pages.setAllSteps(present);
    const below = this.#found(search, pages, (place) => present.has(place));
    for (const key of changed) this.#update(below, key);
  }

  #isOfUse({ owner, uid, trees, isStale }: Search): boolean {
    return !isStale && this.#uidOf(owner) === uid && isSame(this.#options.trees(sessionOf(owner)), trees);
  }

  /** Keeps what stands below an object now. */
  #found({ owner, uid, trees }: Pick<Below, 'owner' | 'uid' | 'trees'>, pages: Below['pages'], has: (place: Place) => boolean): Below {
    const session = sessionOf(owner);
    const known = this.#below.get(owner);
    const below: Below = known?.pages === pages ? known : { owner, objects: new Map(), pages, uid, trees, isStale: false };
    if (known) {
      for (const place of known.objects.keys()) if (known !== below || !has(place)) this.#forget(known.objects, place);
      if (known.uid !== undefined) this.#byOwner.delete(session, known.uid, known);
    }
    Object.assign(below, { uid, trees, isStale: false });
    this.#below.set(owner, below);
    if (uid !== undefined) this.#byOwner.add(session, uid, below);
    return below;
  }

  #paged(owner: ObjectNode, sortedPlaces: readonly Place[]): Below['pages'] {
    return new PagedNodes<ObjectNode, OwnedRangeNode>(owner, sortedPlaces, (level, from, parent) => ({ type: 'ownedRange', id: rangeId('ownedRange', owner.id, level, from), parent, level, from }));
  }

  #isUpToDate(below: Below | undefined, uid: string | undefined, trees: readonly InformerTree[]): boolean {
    return below !== undefined && !below.isStale && below.uid === uid && isSame(below.trees, trees);
  }

  #belowOf({ parent }: OwnedRangeNode): Below | undefined {
    return parent.type === 'ownedRange' ? this.#belowOf(parent) : this.#below.get(parent);
  }

  #owned(node: ObjectNode): Iterable<Place> {
    return this.#places(node, (tree, uid) => tree.informer.indexer.keysOf(ownerIndex, uid));
  }

  /** @param keysIn those of what it owns in one cache, or some of them */
  *#places(node: ObjectNode, keysIn: (tree: InformerTree, uid: string) => Iterable<string>): Generator<Place, void> {
    const uid = this.#uidOf(node);
    const above = ancestors(node);
    if (uid === undefined || above.length >= mostDeep) return;
    const seen = new Set(above.map((each) => this.#uidOf(each)));
    for (const tree of this.#options.trees(sessionOf(node))) {
      for (const key of keysIn(tree, uid)) {
        const own = tree.informer.indexer.get(key)?.metadata.uid;
        // One that owns what it is owned by would have no end.
        if (own === undefined || seen.has(own)) continue;
        seen.add(own);
        yield placeIn(key, tree.node.name);
      }
    }
  }

  #node(below: Below, parent: ObjectNode | OwnedRangeNode, place: Place): ObjectNode {
    const known = below.objects.get(place);
    if (known?.parent === parent) return known;
    const name = place.slice(place.lastIndexOf(end) + 1);
    const informer = below.trees.find((tree) => tree.node.name === name)!.node;
    const key = keyAt(place);
    const [root, ...others] = ancestors(below.owner);
    const path = others.flatMap((each) => [informerNodeOf(each).name, each.key]);
    const node: ObjectNode = { type: 'object', id: nodeId('owned', root!.id, ...path, informer.name, key), parent, key, informer };
    if (known) this.#unplace(known);
    below.objects.set(place, node);
    this.#placed.add(sessionOf(node), place, node);
    return node;
  }

  #forget(objects: Below['objects'], place: Place): void {
    const node = objects.get(place);
    if (!node) return;
    objects.delete(place);
    this.#unplace(node);
  }

  #unplace(node: ObjectNode): void {
    this.#placed.delete(sessionOf(node), placeIn(node.key, informerNodeOf(node).name), node);
  }

  /** Those whose owner is still there; the others are forgotten with it. */
  #nodesOf(session: Session, { informer, key }: ObjectPlace): readonly ObjectNode[] {
    return [...this.#placed.of(session, placeIn(key, informer))].filter((node) => {
      const isThere = this.#uidOf(ownerOf(node)) !== undefined;
      if (!isThere) this.#unplace(node);
      return isThere;
    });
  }

  #uidOf(node: ObjectNode): string | undefined {
    const { name, parent } = informerNodeOf(node);
    return parent.session.informers.get(name)?.indexer.get(node.key)?.metadata.uid;
  }
}

function placeIn(key: string, informer: string): Place {
  return `${key}${end}${informer}`;
}

function isSame(one: readonly InformerTree[], other: readonly InformerTree[]): boolean {
  return one.length === other.length && one.every((tree, index) => tree === other[index]);
}

function keyAt(place: Place): string {
  return place.slice(0, Math.max(place.lastIndexOf(end), 0));
}

function ownerOf(node: Pick<ObjectNode, 'parent'>): ObjectNode {
  const owner = ownerNodeOf(node);
  if (!owner) throw new TypeError('it is owned by no object');
  return owner;
}

/** The object that it stands below of all, and so on down to itself. */
function ancestors(node: ObjectNode): readonly ObjectNode[] {
  const above: ObjectNode[] = [];
  for (let at: Exclude<TreeNode, SourceNode> = node; at.type !== 'informer'; at = at.parent) if (at.type === 'object') above.unshift(at);
  return above;
}
