import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../../extension/informer/eventHandler.ts';
import { metaNamespaceKey } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { Believer } from '../../support/believer.ts';
import { type Change, Changes } from './changes.ts';

/**
 * A handler that holds each call to what really happened: it was told of it once, in its order, and of nothing that never was. What a Reflector did not
 * see may be left out; the last call tells the state all the same, which is for the test to compare.
 */
export class Witness implements ResourceEventHandler {
  readonly #believer = new Believer();
  readonly #changes: Changes;
  readonly #isWanted: (labels: Readonly<Record<string, string>>) => boolean;
  /** By key the number of the change that was told of last, and the version that it had. */
  readonly #told = new Map<string, { readonly number: number; readonly version: bigint }>();
  readonly #mistakes: string[] = [];
  /** How many there have been; `same`: updates that tell of no change. */
  readonly calls = { add: 0, update: 0, same: 0, delete: 0, tombstone: 0 };

  /** @param isWanted what its informer selects */
  constructor(changes: Changes, isWanted: (labels: Readonly<Record<string, string>>) => boolean = () => true) {
    this.#changes = changes;
    this.#isWanted = isWanted;
  }

  /** `namespace/name uid resourceVersion`, sorted: what it was told last. */
  get beliefs(): string[] {
    return this.#believer.beliefs;
  }

  get mistakes(): readonly string[] {
    return [...this.#believer.mistakes, ...this.#mistakes];
  }

  onAdd(object: KubeObject): void {
    this.calls.add++;
    this.#believer.onAdd(object);
    this.#tell('add', object, false);
  }

  onUpdate(old: KubeObject, object: KubeObject): void {
    const isSame = old.metadata.resourceVersion === object.metadata.resourceVersion;
    this.calls[isSame ? 'same' : 'update']++;
    this.#believer.onUpdate(old, object);
    this.#tell('update', object, isSame);
  }

  onDelete(object: KubeObject | DeletedFinalStateUnknown): void {
    const isTombstone = object instanceof DeletedFinalStateUnknown;
    this.calls[isTombstone ? 'tombstone' : 'delete']++;
    this.#believer.onDelete(object);
    const key = isTombstone ? object.key : metaNamespaceKey(object);
    const history = this.#changes.historyOf(key);
    if (!history) return;
    const told = this.#told.get(key)?.number ?? 0;
    if (!history.some((change) => change.number > told && !this.#isSelected(change))) this.#mistakes.push(`delete of ${key} after change ${told}, which has not been taken back`);
  }

  /** @param isSame a resync, or a list that has brought nothing new */
  #tell(call: string, object: KubeObject, isSame: boolean): void {
    const key = metaNamespaceKey(object);
    const history = this.#changes.historyOf(key);
    if (!history) return;
    const number = Changes.numberOf(object);
    const version = BigInt(object.metadata.resourceVersion ?? 0);
    const told = this.#told.get(key) ?? { number: 0, version: 0n };
    const name = `${call} of ${key} with change ${number} at ${version}`;
    const change = history.find((each) => each.number === number);
    if (!change || !this.#isSelected(change)) this.#mistakes.push(`${name}, which never was`);
    if (isSame ? number !== told.number || version !== told.version : number <= told.number || version <= told.version) this.#mistakes.push(`${name} after change ${told.number} at ${told.version}`);
    this.#told.set(key, { number, version });
  }

  #isSelected({ what, labels }: Change): boolean {
    return what !== 'delete' && this.#isWanted(labels);
  }
}
