import type { KubeObject } from '../../kube/object.ts';
import type { Condition } from '../registry/shapes.ts';
import type { StructuralSchema } from './structuralSchema.ts';

/** The fields of a CustomResourceDefinition that the server itself reads or writes. */

export interface CustomNames {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface CustomVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: StructuralSchema };
  readonly subresources?: {
    readonly status?: object;
    readonly scale?: { readonly specReplicasPath: string; readonly statusReplicasPath: string; readonly labelSelectorPath?: string };
  };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0: always shown. */
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface CustomResourceDefinition extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: CustomNames;
    readonly versions: readonly CustomVersion[];
    readonly conversion?: { readonly strategy: string };
    readonly preserveUnknownFields?: boolean;
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly acceptedNames?: CustomNames;
    readonly storedVersions?: readonly string[];
  };
}
