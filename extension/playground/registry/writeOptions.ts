import type { UserInfo } from '../access/userInfo.ts';
import type { Subresource } from './resourceDefinition.ts';

/** How somebody wants something written. */

export interface WriteOptions {
  /** Everything is checked and answered as if it were done, and nothing is. */
  readonly dryRun?: boolean;
  /** Who writes, for the ownership of fields. Default: the controllers of the playground. */
  readonly manager?: string;
  /** Audit id of the request; empty for what happens by itself. */
  readonly auditId?: string;
  /** How much was sent for it, in bytes; Infinity: what comes of that may be any size. Default: so little that its size need not be looked at. */
  readonly sentBytes?: number;
  /** Who writes, for admission; undefined: nobody has to be asked. */
  readonly user?: UserInfo;
}

export interface UpdateOptions extends WriteOptions {
  /** Which part may change; absent: everything but the status, where that is a subresource. */
  readonly subresource?: Subresource;
}

export interface ApplyOptions extends UpdateOptions {
  /** Fields that others own are taken over. */
  readonly force?: boolean;
}

/** What becomes of an object's dependents: they go afterwards, go before it, or stay. */
export type Propagation = 'Background' | 'Foreground' | 'Orphan';

export interface DeleteOptions extends WriteOptions {
  /** Default: as the resource has it, nearly always Background. */
  readonly propagation?: Propagation;
  /** For how long it may go on; default: as long as it wishes itself. */
  readonly gracePeriodSeconds?: number;
  readonly uid?: string;
  readonly resourceVersion?: string;
}
