import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { namespaceIndex } from '../informer/indexer.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { ChangeBatches } from './changeBatches.ts';
import { InformerTree } from './informerTree.ts';
import { OwnedObjects } from './ownedObjects.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { Tombstones } from './tombstones.ts';
import { type FilterFigures, sameFigures, sumFigures } from './treeFilter/filterFigures.ts';
import type { TreeFilter } from './treeFilter/treeFilter.ts';
import { type GroupNode, type InformerNode, informerNodeOf, nodeId, type ObjectNode, type OwnedRangeNode, type RangeNode, type SourceNode, type TreeNode } from './treeNode.ts';

/** Nodes that look different now, or have other children; undefined: there are other sources than before. */
export type TreeChange = readonly TreeNode[] | undefined;

interface SourceTree extends Disposable {
  readonly node: SourceNode;
  readonly informers: Map<string, InformerTree>;
}

/** The tree of everything that is inspected, without a view: who shows it asks for children and is told of changes. */
export class TreeModel implements Disposable {
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #groupingFor: (informer: string) => string | undefined;
  readonly #sources = new Map<Session, SourceTree>();
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<TreeChange>();
  readonly #batches: ChangeBatches<TreeNode | undefined>;
  #roots: readonly SourceNode[] = [];
  #filter: TreeFilter | undefined;
  readonly #onFilter = new Emitter<void>();
  #figures: FilterFigures | undefined;
  readonly #ownedObjects: OwnedObjects;
  readonly #tombstones: Tombstones;

  /** @param groupingFor by which index the objects of an informer are grouped at first; undefined: by namespace */
  constructor(sessions: Sessions, clock: Clock, groupingFor: (informer: string) => string | undefined = () => undefined) {
    this.#sessions = sessions;
    this.#groupingFor = groupingFor;
    this.#clock = clock;
    this.#ownedObjects = new OwnedObjects({
      clock,
      trees: (session) => [...(this.#sources.get(session)?.informers.values() ?? [])],
      changed: (node) => this.#batches.change(node),
      gone: (node) => this.#tombstones.add(node),
    });
    this.#batches = new ChangeBatches(clock, (changed) => this.#tell(changed));
    this.#tombstones = this.#owned.add(new Tombstones(clock, (node) => this.#batches.change(node)));
    this.#owned.add(sessions.onChange(() => this.#syncSources()));
    this.#syncSources();
  }

  readonly onChange: Event<TreeChange> = this.#onChange.event;

  /** Something has changed, and nobody has been told yet. */
  get isChanging(): boolean {
    return this.#batches.isChanging;
  }

  /** Fires when the filter is another one, or lets through others, no more often than {@link onChange}. */
  readonly onFilter: Event<void> = this.#onFilter.event;

  get filter(): TreeFilter | undefined {
    return this.#filter;
  }

  /** Shows of all informers what it lets through; undefined: everything. It stays for informers to come. */
  filterBy(filter: TreeFilter | undefined): void {
    this.#filter = filter;
    for (const { informers } of this.#sources.values()) for (const tree of informers.values()) tree.filterBy(filter);
    this.#figures = this.filterFigures;
    this.#onFilter.fire();
  }

  /** What the filter has done; undefined: there is none. */
  get filterFigures(): FilterFigures | undefined {
    if (!this.#filter) return undefined;
    return sumFigures(Array.from(this.#sources.values(), ({ informers }) => [...informers.values()]).flat());
  }

  /** Empty when no source answers or has something running: the empty view says what to do about it. Beside others, a source that does not answer is shown. */
  roots(): readonly SourceNode[] {
    const all = Array.from(this.#sources.values(), ({ node }) => node);
    return all.some(({ session }) => isAlive(session)) ? all : [];
  }

  /**
   * Undefined: the children of a node can be had at once. Otherwise so much is to be put in order for them that it is done in slices first: over when that is so, and then it is asked
   * again, since something else may have happened meanwhile.
   */
  whenSorted(node: TreeNode): Promise<void> | undefined {
    if (node.type === 'object' || node.type === 'ownedRange') return this.#ownedObjects.whenSorted(node);
    return node.type === 'source' ? undefined : this.#treeOf(node)?.whenSorted(node);
  }

  /** Whatever there is to sort is sorted at once: see {@link whenSorted}. */
  children(node: TreeNode): readonly TreeNode[] {
    return this.#tombstones.among(node, this.#childrenOf(node));
  }

  #childrenOf(node: TreeNode): readonly TreeNode[] {
    if (node.type === 'object' || node.type === 'ownedRange') return this.#ownedObjects.children(node);
    if (node.type !== 'source') return this.#treeOf(node)?.children(node) ?? [];
    return Array.from(this.#sources.get(node.session)?.informers.values() ?? [], (tree) => tree.node);
  }

  parentOf(node: TreeNode): TreeNode | undefined {
    return node.type === 'source' ? undefined : node.parent;
  }

  /** There are objects below it that it owns. */
  isOwner(node: ObjectNode): boolean {
    return this.#ownedObjects.has(node);
  }

  /** Objects under a node that are shown; of a range of groups, groups. */
  count(node: Exclude<TreeNode, SourceNode | ObjectNode>): number {
    if (node.type === 'ownedRange') return this.#ownedObjects.count(node);
    return this.#treeOf(node)?.count(node) ?? 0;
  }

  /** Objects that are cached, shown or not. */
  total(node: InformerNode): number {
    return this.informerOf(node)?.indexer.size ?? 0;
  }

  bounds(node: RangeNode | OwnedRangeNode): readonly [string, string] {
    if (node.type === 'ownedRange') return this.#ownedObjects.bounds(node);
    return this.#treeOf(node)?.bounds(node) ?? ['', ''];
  }

  informerOf(node: Exclude<TreeNode, SourceNode>): SharedInformer | undefined {
    return this.#treeOf(node)?.informer;
  }

  /** Its objects are in no namespace; false while it has none that could tell. */
  isClusterScoped(node: InformerNode): boolean {
    return this.#treeOf(node)?.isClusterScoped ?? false;
  }

  /** Name of the index by whose values the objects of an informer are grouped. */
  groupingOf(node: Exclude<TreeNode, SourceNode>): string {
    return this.#treeOf(node)?.grouping ?? namespaceIndex;
  }

  /** Name of the index by which they will be grouped as soon as that can be shown: the cache is still being looked through for it. Undefined: they are. */
  nextGroupingOf(node: Exclude<TreeNode, SourceNode>): string | undefined {
    return this.#treeOf(node)?.nextGrouping;
  }

  /** Groups them by another; one that the cache does not have is made. */
  groupBy(node: Exclude<TreeNode, SourceNode>, index: string): void {
    this.#treeOf(node)?.groupBy(index);
  }

  /** The node of a session, also of one that is left out of {@link roots}. */
  sourceOf(session: Session): SourceNode | undefined {
    return this.#sources.get(session)?.node;
  }

  findInformer(session: Session, name: string): InformerNode | undefined {
    return this.#sources.get(session)?.informers.get(name)?.node;
  }

  /** The node of an object; undefined when it is not in the cache, or the filter does not let it through. */
  find(session: Session, informer: string, key: string): ObjectNode | undefined {
    return this.#sources.get(session)?.informers.get(informer)?.find(key);
  }

  dispose(): void {
    this.#owned.dispose();
    for (const source of this.#sources.values()) source.dispose();
    this.#sources.clear();
    this.#batches.dispose();
    this.#onChange.dispose();
    this.#onFilter.dispose();
  }

  #treeOf(node: Exclude<TreeNode, SourceNode>): InformerTree | undefined {
    const informer = informerNodeOf(node);
    return this.#sources.get(informer.parent.session)?.informers.get(informer.name);
  }

  #syncSources(): void {
    const present = new Set(this.#sessions.all);
    for (const [session, source] of this.#sources) {
      if (present.has(session)) continue;
      this.#sources.delete(session);
      source.dispose();
      this.#batches.change(undefined);
    }
    for (const session of present) {
      if (this.#sources.has(session)) continue;
      this.#sources.set(session, this.#newSource(session));
      this.#syncInformers(session);
      this.#batches.change(undefined);
    }
  }

  #newSource(session: Session): SourceTree {
    const node: SourceNode = { type: 'source', id: nodeId('source', session.id), session };
    const informers = new Map<string, InformerTree>();
    const owned = new DisposableStore();
    let { paused } = session.stepper;
    owned.add(session.informers.onChange(() => this.#syncInformers(session)));
    owned.add(session.informers.onStateChange((name) => this.#informerChanged(session, name)));
    owned.add(session.refusals.onChange((name) => this.#informerChanged(session, name)));
    owned.add(session.columns.onChange((name) => this.#informerChanged(session, name)));
    owned.add(session.tracer.onEntry(({ kind }) => kind === 'reflector.synced' && this.#ownedObjects.synced(session)));
    owned.add(session.onConnectionChange(() => this.#batches.change(node)));
    owned.add(session.login.onChange(() => this.#batches.change(node)));
    if (session.faults) owned.add(session.faults.onChange(() => this.#batches.change(node)));
    owned.add(session.controllers.onChange(() => this.#batches.change(node)));
    owned.add(
      session.stepper.onChange(() => {
        if (paused === session.stepper.paused) return; // only another step is held: nothing to see here
        ({ paused } = session.stepper);
        this.#batches.change(node);
      }),
    );
    return {
      node,
      informers,
      dispose() {
        owned.dispose();
        for (const tree of informers.values()) tree.dispose();
      },
    };
  }

  #syncInformers(session: Session): void {
    const source = this.#sources.get(session);
    if (!source) return;
    const wanted = new Map(session.informers.all.map(({ name, informer }) => [name, informer]));
    for (const [name, tree] of source.informers) {
      if (wanted.get(name) === tree.informer) continue;
      tree.dispose();
      source.informers.delete(name);
    }
    for (const [name, informer] of wanted) {
      if (source.informers.has(name)) continue;
      const node: InformerNode = { type: 'informer', id: nodeId('informer', source.node.id, name), parent: source.node, name };
      const tree = new InformerTree(node, informer, {
        clock: this.#clock,
        changed: (changed) => this.#batches.change(changed),
        counted: (counted) => this.#batches.count(counted),
        looked: () => this.#batches.tellLater(),
        gone: (gone) => this.#tombstones.add(gone),
        happened: (key, before, after) => this.#ownedObjects.happened(session, { informer: name, key }, before, after),
      });
      tree.groupBy(this.#groupingFor(name) ?? namespaceIndex);
      if (this.#filter) tree.filterBy(this.#filter);
      source.informers.set(name, tree);
    }
    this.#batches.change(source.node);
  }

  #informerChanged(session: Session, name: string): void {
    const node = this.findInformer(session, name);
    if (node) this.#batches.change(node);
  }

  #tell(changed: ReadonlySet<TreeNode | undefined>): void {
    if (changed.size > 0) this.#tellOfChanges(changed);
    this.#tellOfFilter();
  }

  #tellOfChanges(changed: ReadonlySet<TreeNode | undefined>): void {
    const roots = this.roots();
    const before = this.#roots;
    this.#roots = roots;
    const isOther = roots.length !== before.length || roots.some((root, index) => root !== before[index]);
    // Of nodes that are there no more whoever is above them is told, too.
    const present = isOther || changed.has(undefined) ? undefined : ([...changed].filter((node) => node !== undefined && this.#isPresent(node)) as TreeNode[]);
    for (const node of present ?? []) {
      if (node.type === 'group' || node.type === 'range') for (const above of ancestorsOf(node)) if (!changed.has(above)) this.#batches.count(above);
    }
    this.#onChange.fire(present);
  }

  #tellOfFilter(): void {
    const figures = this.filterFigures;
    if (sameFigures(figures, this.#figures)) return;
    this.#figures = figures;
    this.#onFilter.fire();
  }

  #isPresent(node: TreeNode): boolean {
    if (node.type !== 'group' && node.type !== 'range') return true;
    return this.#treeOf(node)?.isPresent(node) ?? false;
  }
}

/** Up to the informer. */
function ancestorsOf(node: GroupNode | RangeNode): readonly TreeNode[] {
  const ancestors: TreeNode[] = [];
  for (let above: TreeNode = node.parent; above.type !== 'source'; above = above.parent) ancestors.push(above);
  return ancestors;
}

function isAlive(session: Session): boolean {
  return session.connection.phase !== 'failed' || session.informers.all.length > 0;
}
