import { conditionStatus } from '../registry/conditionStatus.ts';
import type { Condition } from '../registry/shapes.ts';
import { storageVersions } from './customResourceDefinitions.ts';
import type { CustomNames, CustomResourceDefinition } from './crdShapes.ts';

export interface NameConflict {
  /** `KindConflict` */
  readonly reason: string;
  readonly message: string;
}

/** Why a definition cannot have its names: another one of its group has them (apiextensions `status/naming_controller`). */
export function nameConflict({ spec }: CustomResourceDefinition, others: readonly CustomResourceDefinition[]): NameConflict | undefined {
  const taken = others.filter((other) => other.spec.group === spec.group && isTrue(other, 'NamesAccepted')).map((other) => other.spec.names);
  const resources = new Set(taken.flatMap(({ plural, singular, shortNames = [] }) => [plural, singular ?? '', ...shortNames]));
  const kinds = new Set(taken.flatMap(({ kind, listKind = '' }) => [kind, listKind]));
  const { plural, singular = '', shortNames = [], kind, listKind = '' } = spec.names;
  const wanted: readonly (readonly [string, readonly string[], ReadonlySet<string>])[] = [
    ['Plural', [plural], resources],
    ['Singular', [singular], resources],
    ['ShortNames', shortNames, resources],
    ['Kind', [kind], kinds],
    ['ListKind', [listKind], kinds],
  ];
  for (const [what, names, known] of wanted) {
    const name = names.find((each) => each !== '' && known.has(each));
    if (name !== undefined) return { reason: `${what}Conflict`, message: `${JSON.stringify(name)} is already in use` };
  }
  return undefined;
}

export function isTrue({ status }: CustomResourceDefinition, type: string): boolean {
  return conditionStatus(status?.conditions, type) === 'True';
}

/** The status of a definition, by whether its names could be had. The same as before where nothing is new. */
export function statusOf(definition: CustomResourceDefinition, conflict: NameConflict | undefined, now: string): NonNullable<CustomResourceDefinition['status']> {
  const { metadata, spec, status = {} } = definition;
  const established = !conflict || isTrue(definition, 'Established');
  const accepted: CustomNames | undefined = conflict ? status.acceptedNames : spec.names;
  const condition = (type: string, value: boolean, reason: string, message: string): Condition => {
    const old = status.conditions?.find((each) => each.type === type);
    const isNews = old?.status !== (value ? 'True' : 'False');
    return { type, status: value ? 'True' : 'False', lastTransitionTime: isNews ? now : (old?.lastTransitionTime ?? now), reason, message };
  };
  return {
    ...(accepted && { acceptedNames: accepted }),
    conditions: [
      conflict ? condition('NamesAccepted', false, conflict.reason, conflict.message) : condition('NamesAccepted', true, 'NoConflicts', 'no conflicts found'),
      established
        ? condition('Established', true, 'InitialNamesAccepted', 'the initial names have been accepted')
        : condition('Established', false, 'NotAccepted', 'not all names are accepted'),
      ...(metadata.deletionTimestamp ? [condition('Terminating', true, 'InstanceDeletionInProgress', 'CustomResource deletion is in progress')] : []),
    ],
    storedVersions: [...new Set([...(status.storedVersions ?? []), ...storageVersions(definition)])],
  };
}
