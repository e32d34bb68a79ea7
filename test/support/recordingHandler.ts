import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../extension/informer/eventHandler.ts';
import type { KubeObject } from '../../extension/kube/object.ts';

/** Writes down each call: `add d/a 1 initial`, `update d/a 1>2`, `delete d/a 2`, `tombstone d/a 2`. */
export class RecordingHandler implements ResourceEventHandler {
  readonly calls: string[] = [];
  /** Called with each line, before it is kept: may throw, or wait. */
  onCall: (line: string) => void | Promise<void> = () => undefined;

  onAdd(object: KubeObject, isInInitialList: boolean): void | Promise<void> {
    return this.#note(`add ${nameOf(object)} ${versionOf(object)}${isInInitialList ? ' initial' : ''}`);
  }

  onUpdate(oldObject: KubeObject, newObject: KubeObject): void | Promise<void> {
    return this.#note(`update ${nameOf(newObject)} ${versionOf(oldObject)}>${versionOf(newObject)}`);
  }

  onDelete(object: KubeObject | DeletedFinalStateUnknown): void | Promise<void> {
    if (object instanceof DeletedFinalStateUnknown) {
      return this.#note(`tombstone ${object.key} ${object.object ? versionOf(object.object) : '?'}`);
    }
    return this.#note(`delete ${nameOf(object)} ${versionOf(object)}`);
  }

  /** What was called since the last time. */
  take(): string[] {
    return this.calls.splice(0);
  }

  #note(line: string): void | Promise<void> {
    const result = this.onCall(line);
    this.calls.push(line);
    return result;
  }
}

function nameOf({ metadata }: KubeObject): string {
  return metadata.namespace ? `${metadata.namespace}/${metadata.name}` : String(metadata.name);
}

function versionOf({ metadata }: KubeObject): string {
  return metadata.resourceVersion ?? '';
}
