import type { Random } from '../../base/random.ts';
import type { KubeObject } from '../../kube/object.ts';
import { forbidden } from '../statusErrors.ts';
import type { Storage } from '../storage/storage.ts';
import { bootstrapper } from './bootstrapObjects.ts';
import { type ResourceDefinition, storagePrefix } from './resourceDefinition.ts';
import { pods } from './resources/pods.ts';
import { type PriorityClass, priorityClasses, priorityOf, systemPriorityClasses } from './resources/priorityClasses.ts';
import type { Pod } from './shapes.ts';

const prefix = storagePrefix(priorityClasses);

/** @param now wall time in milliseconds */
export function bootstrapPriorities(storage: Storage, random: Random, now: number): void {
  const put = bootstrapper(storage, random, now, 'kube-apiserver');
  for (const system of systemPriorityClasses) put(priorityClasses, system);
}

/** Gives pods the priority of the class that they name, or of that which is everybody's (kubernetes `plugin/pkg/admission/priority`). */
export class PriorityAdmission {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /**
   * A new object as it is admitted.
   * @param called by what a refusal names it
   * @throws ApiError 403 for a class that is not there, a priority that is not that of the class, and a second class that is everybody's
   */
  admitCreate(definition: ResourceDefinition, object: KubeObject, called: string): KubeObject {
    if (definition === pods) return this.#withPriority(object as Pod, called);
    if (definition === priorityClasses) this.#admitDefault(object as PriorityClass, called, undefined);
    return object;
  }

  /** @throws ApiError 403 for a second class that is everybody's */
  admitUpdate(definition: ResourceDefinition, object: KubeObject): void {
    if (definition === priorityClasses) this.#admitDefault(object as PriorityClass, object.metadata.name!, object.metadata.name);
  }

  /** @throws ApiError 403 for the classes that every cluster needs */
  admitDelete(definition: ResourceDefinition, name: string): void {
    if (definition !== priorityClasses || !systemPriorityClasses.some(({ metadata }) => metadata.name === name)) return;
    throw forbidden(definition, name, 'this is a system priority class and cannot be deleted');
  }

  #withPriority(pod: Pod, called: string): Pod {
    const refuse = (why: string): Error => forbidden(pods, called, why);
    const { priorityClassName: named = '', priority, preemptionPolicy } = pod.spec as { readonly priorityClassName?: string; readonly priority?: number; readonly preemptionPolicy?: string };
    const found = named === '' ? this.#globalDefault() : (this.#storage.get(prefix + named)?.object as PriorityClass | undefined);
    if (named !== '' && !found) throw refuse(`no PriorityClass with name ${named} was found`);
    const computed = priorityOf(found);
    if (priority !== undefined && priority !== computed.priority) throw refuse(`the integer value of priority (${priority}) must not be provided in pod spec; priority admission controller computed ${computed.priority} from the given PriorityClass name`);
    if (preemptionPolicy !== undefined && preemptionPolicy !== computed.preemptionPolicy) throw refuse(`the string value of PreemptionPolicy (${preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${computed.preemptionPolicy} from the given PriorityClass name`);
    return { ...pod, spec: { ...pod.spec, ...(found && { priorityClassName: found.metadata.name! }), ...computed } };
  }

  #admitDefault({ globalDefault = false }: PriorityClass, called: string, own: string | undefined): void {
    const there = globalDefault ? this.#globalDefault() : undefined;
    if (there && there.metadata.name !== own) throw forbidden(priorityClasses, called, `PriorityClass ${there.metadata.name} is already marked as default. Only one default can exist`);
  }

  #globalDefault(): PriorityClass | undefined {
    const { items } = this.#storage.range(prefix, { revision: this.#storage.head });
    return items.map(({ object }) => object as PriorityClass).find(({ globalDefault }) => globalDefault);
  }
}
