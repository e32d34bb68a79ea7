import { ownerIndex } from '../informer/indexFuncs.ts';
import { controllerOf, type KubeObject, ownersIn } from '../kube/object.ts';
import type { InformerTree } from './informerTree.ts';
import type { ObjectPlace } from './marks/recentChanges.ts';
import { cachedOwner } from './objectHistory.ts';
import { PagedNodes } from './pagedNodes.ts';
import type { Session } from './session.ts';
import { type InformerNode, informerNodeOf, nodeId, type ObjectNode, type OwnedRangeNode, ownerNodeOf, rangeId, sessionOf, type SourceNode, type TreeNode } from './treeNode.ts';

/** So deep objects own each other; Kubernetes' own stop at three. */
const mostDeep = 8;

/** What ends a key where keys of several caches are sorted together. */
const end = '\0';

/** An owned object: its key, and its informer behind it, so that those of several caches sort in one order. */
type Place = string;

/** What has been shown below one object. */
interface Below {
  readonly objects: Map<Place, ObjectNode>;
  readonly pages: PagedNodes<ObjectNode, OwnedRangeNode>;
  /** Those of the session when its places were looked for, by name. */
  informers: ReadonlyMap<string, InformerNode>;
}

export interface OwnedObjectsOptions {
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
 */
export class OwnedObjects {
  readonly #options: OwnedObjectsOptions;
  readonly #below = new WeakMap<ObjectNode, Below>();
  /** Nodes of owned objects, by the informer that has them and their key. */
  readonly #placed = new Map<SessionInformerId, Map<string, Set<ObjectNode>>>();

  constructor(options: OwnedObjectsOptions) {
    this.#options = options;
  }

  /** It has children. */
  has(node: ObjectNode): boolean {
    for (const _one of this.#owned(node)) return true;
    return false;
  }

  /** As they are now; of a range, as they were when those of its owner were asked for. */
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
    for (const { node } of this.#options.trees(session)) this.#options.changed(node);
  }

  /** As an informer tells: constant work for each. */
  happened(session: Session, place: ObjectPlace, before: KubeObject | undefined, after: KubeObject | undefined): void {
    if (!after) for (const node of this.#nodesOf(session, place)) this.#went(node);
    else if (before !== after) this.#cameOrChanged(session, place, before && controllerOf(before)?.uid, after);
  }

  #went(node: ObjectNode): void {
    this.#options.gone(node);
    this.#options.changed(ownerOf(node));
  }

  /** @param before the uid of what controlled it */
  #cameOrChanged(session: Session, place: ObjectPlace, before: string | undefined, object: KubeObject): void {
    const uid = controllerOf(object)?.uid;
    for (const node of this.#nodesOf(session, place)) {
      const owner = ownerOf(node);
      this.#options.changed(this.#uidOf(owner) === uid ? node : owner);
    }
    if (uid !== undefined && uid !== before) this.#toOwners(session, object);
  }

  /** Rows of what owns an object now: they have one child more. */
  #toOwners(session: Session, object: KubeObject): void {
    const controller = ownersIn(object).find((owner) => owner.controller === true);
    const found = controller && cachedOwner(session, object, controller);
    if (!found) return;
    const { informer: { name }, key: ownerKey } = found;
    const shown = this.#options.trees(session).find(({ node }) => node.name === name)?.shown(ownerKey) ?? [];
    for (const node of [...shown, ...this.#nodesOf(session, { informer: name, key: ownerKey })]) this.#options.changed(node);
  }

  #lookBelow(node: ObjectNode): Below {
    const present = new Set(this.#owned(node));
    const informers = new Map(this.#options.trees(sessionOf(node)).map((tree) => [tree.node.name, tree.node]));
    const known = this.#below.get(node);
    if (!known) {
      const pages = new PagedNodes<ObjectNode, OwnedRangeNode>(node, present, (level, from, parent) => ({ type: 'ownedRange', id: rangeId('ownedRange', node.id, level, from), parent, level, from }));
      const below: Below = { objects: new Map(), pages, informers };
      this.#below.set(node, below);
      return below;
    }
    known.informers = informers;
    known.pages.setAll(present);
    this.#forget(known, present);
    return known;
  }

  #belowOf({ parent }: OwnedRangeNode): Below | undefined {
    return parent.type === 'ownedRange' ? this.#belowOf(parent) : this.#below.get(parent);
  }

  *#owned(node: ObjectNode): Generator<Place, void> {
    const uid = this.#uidOf(node);
    const above = ancestors(node);
    if (uid === undefined || above.length >= mostDeep) return;
    const seen = new Set(above.map((each) => this.#uidOf(each)));
    for (const tree of this.#options.trees(sessionOf(node))) {
      for (const key of tree.informer.indexer.keysOf(ownerIndex, uid)) {
        const own = tree.informer.indexer.get(key)?.metadata.uid;
        // One that owns what it is owned by would have no end.
        if (own === undefined || seen.has(own)) continue;
        seen.add(own);
        yield `${key}${end}${tree.node.name}`;
      }
    }
  }

  #node(below: Below, parent: ObjectNode | OwnedRangeNode, place: Place): ObjectNode {
    const known = below.objects.get(place);
    if (known?.parent === parent) return known;
    const owner = ownerOf({ parent });
    const informer = below.informers.get(place.slice(place.lastIndexOf(end) + 1))!;
    const key = keyAt(place);
    const [root, ...others] = ancestors(owner);
    const path = others.flatMap((each) => [informerNodeOf(each).name, each.key]);
    const node: ObjectNode = { type: 'object', id: nodeId('owned', root!.id, ...path, informer.name, key), parent, key, informer };
    if (known) this.#unplace(known);
    below.objects.set(place, node);
    this.#place(node);
    return node;
  }

  #forget({ objects }: Below, present: ReadonlySet<string>): void {
    for (const [place, node] of objects) {
      if (present.has(place)) continue;
      objects.delete(place);
      this.#unplace(node);
    }
  }

  #place(node: ObjectNode): void {
    const id = sessionInformerId(informerNodeOf(node).parent.session, informerNodeOf(node).name);
    const byKey = this.#placed.get(id) ?? new Map<string, Set<ObjectNode>>();
    this.#placed.set(id, byKey);
    byKey.set(node.key, (byKey.get(node.key) ?? new Set()).add(node));
  }

  #unplace(node: ObjectNode): void {
    const id = sessionInformerId(informerNodeOf(node).parent.session, informerNodeOf(node).name);
    const nodes = this.#placed.get(id)?.get(node.key);
    nodes?.delete(node);
    if (nodes?.size === 0) this.#placed.get(id)!.delete(node.key);
    if (this.#placed.get(id)?.size === 0) this.#placed.delete(id);
  }

  /** Those whose owner is still there; the others are forgotten with it. */
  #nodesOf(session: Session, { informer, key }: ObjectPlace): readonly ObjectNode[] {
    const nodes = this.#placed.get(sessionInformerId(session, informer))?.get(key);
    if (!nodes) return [];
    return [...nodes].filter((node) => {
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

type SessionInformerId = string;

function sessionInformerId({ instance }: Session, informer: string): SessionInformerId {
  return `${instance}${end}${informer}`;
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
