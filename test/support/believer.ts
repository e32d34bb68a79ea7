import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../extension/informer/eventHandler.ts';
import type { KubeObject } from '../../extension/kube/object.ts';

/** What a handler believes: the state of each key as its last call told it, and which calls did not fit what it believed. */
export class Believer implements ResourceEventHandler {
  readonly state = new Map<string, string>();
  readonly mistakes: string[] = [];

  /** `n0/k0 u1 101`, sorted. */
  get beliefs(): string[] {
    return [...this.state].map(([id, value]) => `${id} ${value}`).toSorted();
  }

  onAdd(object: KubeObject): void {
    const { id, value } = describeObject(object);
    if (this.state.has(id)) this.mistakes.push(`add of ${id}, which is there`);
    this.state.set(id, value);
  }

  onUpdate(old: KubeObject, object: KubeObject): void {
    const { id, value } = describeObject(object);
    const known = this.state.get(id);
    if (known !== describeObject(old).value) this.mistakes.push(`update of ${id} from ${describeObject(old).value}, which is ${known}`);
    this.state.set(id, value);
  }

  onDelete(object: KubeObject | DeletedFinalStateUnknown): void {
    const id = object instanceof DeletedFinalStateUnknown ? object.key : describeObject(object).id;
    if (!this.state.delete(id)) this.mistakes.push(`delete of ${id}, which is not there`);
  }
}

export function describeObject({ metadata }: KubeObject): { readonly id: string; readonly value: string } {
  return { id: `${metadata.namespace}/${metadata.name}`, value: `${metadata.uid} ${metadata.resourceVersion}` };
}
