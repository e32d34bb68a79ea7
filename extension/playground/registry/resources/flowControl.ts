import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { conditionStatus } from '../conditionStatus.ts';
import { defineResource, type TableColumn } from '../resourceDefinition.ts';
import type { Condition } from '../shapes.ts';

/** What the API server does with requests when there are many (`playground/flowControl`), as objects: they tell what is so, and change nothing. */

interface FlowSchema extends KubeObject {
  readonly spec: { readonly priorityLevelConfiguration: { readonly name: string }; readonly matchingPrecedence: number; readonly distinguisherMethod?: { readonly type: string } };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface PriorityLevelConfiguration extends KubeObject {
  readonly spec: {
    readonly type: string;
    readonly limited?: { readonly nominalConcurrencyShares: number; readonly limitResponse: { readonly queuing?: Readonly<Record<'queues' | 'handSize' | 'queueLengthLimit', number>> } };
  };
}

const common = {
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  namespaced: false,
  hasGeneration: true,
  shortNames: [],
  verbs: ['get', 'list', 'watch'],
  readOnlyBecause: 'flow control of the playground is what a kube-apiserver has from the start, and cannot be changed by objects',
  blank: { spec: {}, status: {} },
} as const;

function text<T extends KubeObject>(name: string, description: string, cell: (object: T) => string): TableColumn {
  return { name, type: 'string', description, cell: (object) => cell(object as T) };
}

const none = '<none>';

export const flowSchemas = defineResource({
  ...common,
  resource: 'flowschemas',
  kind: 'FlowSchema',
  columns: [
    nameColumn,
    text<FlowSchema>('PriorityLevel', 'Level that requests of this schema belong to', ({ spec }) => spec.priorityLevelConfiguration.name),
    text<FlowSchema>('MatchingPrecedence', 'Lower is asked first', ({ spec }) => String(spec.matchingPrecedence)),
    text<FlowSchema>('DistinguisherMethod', 'What tells flows of this schema apart', ({ spec }) => spec.distinguisherMethod?.type ?? none),
    ageColumn,
    text<FlowSchema>('MissingPL', 'Whether its level is not there', ({ status }) => conditionStatus(status?.conditions, 'Dangling') ?? '?'),
  ],
});

export const priorityLevels = defineResource({
  ...common,
  resource: 'prioritylevelconfigurations',
  kind: 'PriorityLevelConfiguration',
  columns: [
    nameColumn,
    text<PriorityLevelConfiguration>('Type', 'Exempt or Limited', ({ spec }) => spec.type),
    text<PriorityLevelConfiguration>('NominalConcurrencyShares', 'Its part of all seats', ({ spec }) => String(spec.limited?.nominalConcurrencyShares ?? none)),
    ...(['Queues', 'HandSize', 'QueueLengthLimit'] as const).map((name) =>
      text<PriorityLevelConfiguration>(name, 'How requests wait', ({ spec }) => String(spec.limited?.limitResponse.queuing?.[`${name[0]!.toLowerCase()}${name.slice(1)}` as 'queues'] ?? none)),
    ),
    ageColumn,
  ],
});
