import { namespaceIndex } from '../../informer/indexer.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { StoredObject } from '../storage/storedObject.ts';
import type { ControllerClient } from './controllerClient.ts';
import { controllerIndex, type ControllerInformer, type ControllerPorts, orphanIndex } from './controllerPorts.ts';
import { OwnWrites } from './ownWrites.ts';
import { ownerReference, type Selecting, selectionOf, withController, withoutOwner } from './ownership.ts';

type Change = (old: KubeObject) => KubeObject;

/**
 * The objects of one kind that those which a controller keeps have for their own: found, taken and let go as selectors ask, and written,
 * which is remembered for the owner until the cache has got it (kubernetes `pkg/controller`, ControllerRefManager and expectations).
 */
export class OwnedObjects<T extends KubeObject> {
  readonly informer: ControllerInformer;
  readonly #definition: ResourceDefinition;
  readonly #client: ControllerClient;
  readonly #written: OwnWrites;

  constructor(ports: ControllerPorts, definition: ResourceDefinition) {
    this.#definition = definition;
    this.#client = ports.client;
    this.informer = ports.informer(definition);
    this.#written = new OwnWrites(this.informer, ports.clock);
    ports.onRewind(() => this.#written.forget());
  }

  /** The cache has got all that was written here for the owner with that key. */
  areSeen(owner: string): boolean {
    return this.#written.areSeen(owner);
  }

  of({ metadata }: KubeObject): readonly T[] {
    return this.informer.indexer.byIndex(controllerIndex, metadata.uid!) as T[];
  }

  inNamespace(namespace: string): readonly T[] {
    return this.informer.indexer.byIndex(namespaceIndex, namespace) as T[];
  }

  /**
   * Those that are nobody's and that it selects are its own from now on; those of its own that it does not select are not.
   * @param counts others stay as they are
   * @returns whether there were some
   */
  claim(owner: Selecting, counts: (object: T) => boolean): boolean {
    const { namespace = '', uid = '' } = owner.metadata;
    const isSelected = selectionOf(owner);
    const orphans = (this.informer.indexer.byIndex(orphanIndex, namespace) as T[]).filter((object) => counts(object) && isSelected(object));
    const strangers = this.of(owner).filter((object) => counts(object) && !isSelected(object));
    for (const orphan of orphans) this.patch(orphan, (old) => withController(old, ownerReference(owner)));
    for (const stranger of strangers) this.patch(stranger, (old) => withoutOwner(old, uid));
    return orphans.length + strangers.length > 0;
  }

  /** @param object with its owner */
  create(object: KubeObject): T {
    return this.#wrote(object, this.#client.create(this.#definition, object.metadata.namespace!, object));
  }

  update(object: KubeObject, change: Change): T {
    const { namespace = '', name = '' } = object.metadata;
    return this.#wrote(object, this.#client.update(this.#definition, namespace, name, change));
  }

  /** As {@link update}, for those who may patch and not replace. */
  patch(object: KubeObject, change: Change): T {
    const { namespace = '', name = '' } = object.metadata;
    return this.#wrote(object, this.#client.patch(this.#definition, namespace, name, change));
  }

  /** That very one: not another that has its name by now. */
  delete(object: KubeObject): void {
    const { namespace = '', name = '', uid = '' } = object.metadata;
    this.#wrote(object, this.#client.delete(this.#definition, namespace, name, { uid }));
  }

  /** For whose it was; and where it was nobody's, for whose it is now. */
  #wrote(before: KubeObject, { object, revision }: StoredObject): T {
    const owner = controllerOf(before) ?? controllerOf(object);
    if (owner) this.#written.note(`${before.metadata.namespace}/${owner.name}`, revision);
    return object as T;
  }
}
