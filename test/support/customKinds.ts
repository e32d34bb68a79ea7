import type { PlaygroundHarness } from './playgroundHarness.ts';

export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'string', enum: ['small', 'large'] },
        replicas: { type: 'integer', minimum: 0, default: 1 },
        port: { 'x-kubernetes-int-or-string': true },
        settings: { type: 'object', additionalProperties: { type: 'string' } },
        anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, weight: { type: 'integer', default: 5 }, note: { type: 'string', nullable: true } } },
        },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        order: { type: 'array', items: { type: 'string' } },
        owner: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { name: { type: 'string' }, team: { type: 'string' } } },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' }, replicas: { type: 'integer' }, selector: { type: 'string' } } },
  },
};

const version = {
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas', labelSelectorPath: '.status.selector' } },
  additionalPrinterColumns: [
    { name: 'Size', type: 'string', jsonPath: '.spec.size' },
    { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  selectableFields: [{ jsonPath: '.spec.size' }],
};

/** A definition with a bit of everything; `change` is merged into its spec, `changeVersion` into its version. */
export function gadgetDefinition(change: object = {}, changeVersion: object = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'gadgets', kind: 'Gadget', shortNames: ['gd'], categories: ['all'] }, versions: [{ ...version, ...changeVersion }], ...change },
  };
}

export function gadget(name: string, spec: object = {}, metadata: object = {}): object {
  return { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name, ...metadata }, spec: { size: 'small', ...spec } };
}

export const gadgets = '/apis/example.com/v1/namespaces/default/gadgets';

/** Has the kind served. */
export async function bringGadgets(harness: PlaygroundHarness, definition: object = gadgetDefinition()): Promise<void> {
  const { status, text } = await harness.ask('POST', definitionsPath, { body: definition });
  if (status !== 201) throw new Error(text);
  await harness.clock.settle();
}
