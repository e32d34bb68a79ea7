import type { Clock } from '../base/clock.ts';
import { ownerIndex, labelIndex } from '../informer/indexFuncs.ts';
import { namespaceIndex } from '../informer/indexer.ts';
import { fieldIndex, indexFuncOf, nodeIndex, withTheRest } from '../informer/namedIndexes.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { isLabelKey } from '../kube/labelSelector.ts';
import { controllerOf, isRecord } from '../kube/object.ts';
import { inSlices } from './inSlices.ts';
import type { GroupNode } from './treeNode.ts';

/** So many objects are looked at for their labels, spread over the whole cache: what only those bear that came late is found, and no list of choices takes longer for a larger cache. */
const mostForLabels = 20_000;
/** Each of these is looked at for all that it could be grouped by, which takes many times longer than its labels. */
const mostForFields = 2000;
/** So many are looked at before it is asked for the time. */
const perStep = 20;
/** Of labels as many are offered as can be read; a cluster may have any number, and each other one can be typed. */
const mostLabels = 500;

/** Fields that many kinds have, and by which people tell objects apart. */
const commonFields = ['status.phase', 'spec.type', 'type', 'reason', 'status.conditions.type', 'spec.schedulerName', 'addressType'] as const;

/** What the objects of an informer can be grouped by. */
export interface Grouping {
  /** Name of the index. */
  readonly index: string;
  readonly by: 'namespace' | 'owner' | 'node' | 'label' | 'field';
  /** Of the objects that were looked at, those that have a value. */
  readonly share: number;
}

/**
 * By the namespace, and by all that some of its objects have: fields in a fixed order, labels by how many have them. The cache is looked through in slices of a turn.
 * @param isWanted asked between them
 * @returns undefined: nobody wants it any more
 */
export function groupingsOf(informer: Pick<SharedInformer, 'indexer'>, clock: Clock, isWanted: () => boolean): Promise<readonly Grouping[] | undefined> {
  return inSlices(clock, lookForGroupings(informer), isWanted);
}

function* lookForGroupings({ indexer }: Pick<SharedInformer, 'indexer'>): Generator<void, readonly Grouping[]> {
  const keys = indexer.listKeys();
  const labels = new Shares();
  const fixed = new Shares();
  const kinds: readonly (readonly [Grouping['by'], string])[] = [['owner', ownerIndex], ['node', nodeIndex], ...commonFields.map((field) => ['field', fieldIndex(field)] as const)];
  const candidates = kinds.map(([by, index]) => ({ by, index, valuesOf: indexFuncOf(index)! }));
  const looked = Math.min(keys.length, mostForLabels);
  const stride = keys.length / Math.max(1, looked);
  const everyForFields = Math.max(1, Math.ceil(looked / mostForFields));
  for (let at = 0; at < looked; at++) {
    // Meanwhile one may have gone.
    const object = indexer.get(keys[Math.floor((at + offset(at)) * stride)]!);
    if (object) {
      labels.note(isRecord(object.metadata.labels) ? Object.keys(object.metadata.labels) : []);
      if (at % everyForFields === 0) fixed.note(candidates.filter(({ valuesOf }) => valuesOf(object).length > 0).map(({ index }) => index));
    }
    if (at % perStep === perStep - 1) yield;
  }
  return [
    { index: namespaceIndex, by: 'namespace', share: 1 },
    ...candidates.map(({ by, index }) => ({ index: withTheRest(index), by, share: fixed.of(index) })).filter(({ share }) => share > 0),
    ...labels.most(mostLabels).map((label) => ({ index: labelGrouping(label), by: 'label' as const, share: labels.of(label) })),
  ];
}

/** From 0 to 1, evenly: one object of each stride is looked at, and not always the first, since what comes in turn (one label for each of ten shards) would be found for some and never for the others. */
function offset(at: number): number {
  return (at * goldenRatio) % 1;
}

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** How many of those that were looked at have what. */
class Shares {
  readonly #counts = new Map<string, number>();
  #looked = 0;

  note(had: readonly string[]): void {
    this.#looked++;
    for (const name of had) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** From 0 to 1. */
  of(name: string): number {
    return (this.#counts.get(name) ?? 0) / Math.max(1, this.#looked);
  }

  most(count: number): readonly string[] {
    return [...this.#counts].toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1)).slice(0, count).map(([name]) => name);
  }
}

export function fieldGrouping(path: string): string {
  return withTheRest(fieldIndex(path));
}

export function labelGrouping(label: string): string {
  return withTheRest(labelIndex(label));
}

/** As what a typed text can be taken, names of indexes, the likelier one first: `app.kubernetes.io/name` is a label, `tier` a label or a field, `status.phase` a field or a label. */
export function groupingsNamed(text: string): readonly string[] {
  const readings = [...(isLabelKey(text) ? [labelGrouping(text)] : []), ...(isGroupingPath(text) ? [fieldGrouping(text)] : [])];
  return text.includes('.') ? readings.toReversed() : readings;
}

/** A path as `status.phase`: names without brackets, each in its object. */
function isGroupingPath(text: string): boolean {
  return text.length <= 200 && /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/.test(text);
}

/** What a group is called: the value, and of an owner, whose uid says nothing to anybody, its kind and name. Empty: its objects have no value. */
export function groupTitle({ index, value }: Pick<GroupNode, 'index' | 'value'>, informer: SharedInformer | undefined): string {
  if (value === '' || index !== withTheRest(ownerIndex) || !informer) return value;
  // This index is in every cache of a session; the one with the rest in it comes with the grouping, and may be missing while there is a filter.
  const [key] = informer.indexer.keysOf(ownerIndex, value);
  const object = key === undefined ? undefined : informer.indexer.get(key);
  const owner = object && controllerOf(object);
  return owner ? `${owner.kind}/${owner.name}` : value;
}
