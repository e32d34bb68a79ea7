/** An object on the server. */
export interface ObjectRef {
  /** `v1/configmaps` */
  readonly resource: string;
  readonly namespace?: string;
  readonly name: string;
}
