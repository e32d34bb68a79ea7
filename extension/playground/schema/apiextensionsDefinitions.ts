import { any, boolean, define, integer, kindShape, list, mergeList, ref, string, time } from './schema.ts';

export const apiextensionsDefinitions = define('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1', {
  CustomResourceDefinition: kindShape({ 'spec!': ref('CustomResourceDefinitionSpec'), status: ref('CustomResourceDefinitionStatus') }),
  CustomResourceDefinitionSpec: {
    conversion: ref('CustomResourceConversion'),
    'group!': string,
    'names!': ref('CustomResourceDefinitionNames'),
    preserveUnknownFields: boolean,
    'scope!': string,
    'versions!': list(ref('CustomResourceDefinitionVersion')),
  },
  CustomResourceConversion: { 'strategy!': string, webhook: any },
  CustomResourceDefinitionNames: {
    categories: list(string),
    'kind!': string,
    listKind: string,
    'plural!': string,
    shortNames: list(string),
    singular: string,
  },
  CustomResourceDefinitionVersion: {
    additionalPrinterColumns: list(ref('CustomResourceColumnDefinition')),
    deprecated: boolean,
    deprecationWarning: string,
    'name!': string,
    schema: ref('CustomResourceValidation'),
    selectableFields: list(ref('SelectableField')),
    'served!': boolean,
    'storage!': boolean,
    subresources: ref('CustomResourceSubresources'),
  },
  CustomResourceColumnDefinition: {
    description: string,
    format: string,
    'jsonPath!': string,
    'name!': string,
    priority: integer,
    'type!': string,
  },
  SelectableField: { 'jsonPath!': string },
  // What is inside is checked as the structural schema that it is.
  CustomResourceValidation: { openAPIV3Schema: any },
  CustomResourceSubresources: { scale: ref('CustomResourceSubresourceScale'), status: any },
  CustomResourceSubresourceScale: { labelSelectorPath: string, 'specReplicasPath!': string, 'statusReplicasPath!': string },
  CustomResourceDefinitionStatus: {
    acceptedNames: ref('CustomResourceDefinitionNames'),
    conditions: mergeList('CustomResourceDefinitionCondition', 'type'),
    storedVersions: list(string),
  },
  CustomResourceDefinitionCondition: {
    lastTransitionTime: time,
    message: string,
    reason: string,
    'status!': string,
    'type!': string,
  },
});
