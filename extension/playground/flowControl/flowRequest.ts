import type { AccessAttributes } from '../access/authorizer.ts';

/** What of a request decides where it is let in, and how much room it takes. */
export interface FlowRequest {
  readonly user: { readonly name: string; readonly groups: readonly string[] };
  readonly attributes: AccessAttributes;
  readonly query: URLSearchParams;
}
