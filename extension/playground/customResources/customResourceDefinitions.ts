import type { KubeObject } from '../../kube/object.ts';
import { createdColumn, nameColumn } from '../registry/columns.ts';
import { defineResource } from '../registry/resourceDefinition.ts';
import type { CustomResourceDefinition } from './crdShapes.ts';
import { loadedKinds } from './loadedKinds.ts';
import { loadedRules } from './rules/loadedRules.ts';
import { hasRules } from './rules/validationRule.ts';

/** Holds a definition until every object of its kind is gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** The kinds that people bring: whoever creates one of these has it served. */
export const customResourceDefinitions = defineResource({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
  qualifiedFinalizers: false,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  subresources: ['status'],
  hasGeneration: true,
  prepareForCreate: (object) => ({
    ...object,
    metadata: { ...object.metadata, finalizers: [...(object.metadata.finalizers ?? []).filter((each) => each !== cleanupFinalizer), cleanupFinalizer] },
    status: { acceptedNames: { plural: '', kind: '' }, storedVersions: storageVersions(object as CustomResourceDefinition) },
  }),
  applyDefaults: definitionDefaults,
  validate: (object) => loadedKinds.get().checkDefinition(object as CustomResourceDefinition),
  warningsFor: (object) => unheeded(object as CustomResourceDefinition),
  validateUpdate: (object, old) => loadedKinds.get().checkDefinitionUpdate(object as CustomResourceDefinition, old as CustomResourceDefinition),
  columns: [nameColumn, createdColumn('When the kind was brought')],
});

export function storageVersions({ spec }: CustomResourceDefinition): string[] {
  return spec.versions.filter(({ storage }) => storage).map(({ name }) => name);
}

/** What is kept of a schema and does nothing here. */
function unheeded({ spec }: CustomResourceDefinition): string[] {
  return spec.versions.flatMap(({ name, schema }) => {
    const root = schema?.openAPIV3Schema;
    return root && hasRules(root) ? loadedRules.get().unheededRules(root).map((why) => `version ${name}: ${why}`) : [];
  });
}

function definitionDefaults(object: KubeObject): KubeObject {
  const { spec, ...rest } = object as CustomResourceDefinition;
  const { names } = spec;
  return {
    ...rest,
    spec: {
      ...spec,
      names: { ...names, singular: names.singular ?? names.kind.toLowerCase(), listKind: names.listKind ?? `${names.kind}List` },
      conversion: spec.conversion ?? { strategy: 'None' },
    },
  };
}
