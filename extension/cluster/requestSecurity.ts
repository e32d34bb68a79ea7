import type { OutgoingHttpHeaders } from 'node:http';
import type { ConnectionOptions, SecureContext, SecureContextOptions } from 'node:tls';
import type { ExecCredential } from './readExecCredential.ts';

/** What one request carries so that the server knows who asks, and we know who answers. */
export interface RequestSecurity {
  readonly headers: OutgoingHttpHeaders;
  readonly tls: TlsOptions;
  /** The certificates of `tls`, made ready; absent over plain http. The same object as long as they are the same. */
  readonly secureContext?: SecureContext;
  /** What the plugin gave for it, so that a 401 can be held against that and nothing newer. */
  readonly exec?: ExecCredential;
}

export interface TlsOptions {
  readonly ca?: SecureContextOptions['ca'];
  readonly cert?: SecureContextOptions['cert'];
  readonly key?: SecureContextOptions['key'];
  readonly servername?: string;
  readonly checkServerIdentity?: NonNullable<ConnectionOptions['checkServerIdentity']>;
  readonly rejectUnauthorized?: boolean;
}
