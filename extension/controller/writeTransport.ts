import type { KubeObject } from '../kube/object.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import type { Seq, WriteVerb } from '../trace/entry.ts';

/** One write, as a value: it can be held, shown and compared before it is sent. */
export interface WriteRequest {
  readonly verb: WriteVerb;
  readonly resource: GroupVersionResource;
  readonly namespace?: string;
  readonly name: string;
  readonly subresource?: 'status';
  /** The object for create, update and apply; for patch a merge patch (object) or a JSON patch (array). */
  readonly body?: unknown;
  /** Of apply: fields that others own are taken over. */
  readonly force?: boolean;
}

export interface WriteOptions {
  /** The server checks everything, answers as if it stored, and stores nothing. */
  readonly dryRun: boolean;
  /** Named in `managedFields` as the one who wrote. */
  readonly fieldManager?: string;
  /** What was agreed to. Absent: everything that the credentials allow. */
  readonly allowed?: AllowedWrites;
  /** What audit logs are to call it; default: the server names it. */
  readonly auditId?: string;
}

export interface AllowedWrites {
  /** Written as v1/pods. */
  readonly resources: readonly string[];
  /** Of what has a namespace. Absent: all. */
  readonly namespace?: string;
}

export interface WriteAnswer {
  /** Of a success: 201 where it created the object, 200 or 202 otherwise. */
  readonly code: number;
  /** As the server has it now; absent where it answered a deletion with a Status. */
  readonly object?: KubeObject;
}

/** How writes reach the API server. Throws ApiError with what the server said, ConnectionError when nothing came, or the signal's reason. */
export interface WriteTransport {
  write(request: WriteRequest, options: WriteOptions, signal: AbortSignal): Promise<WriteAnswer>;

  /** Absent: the server names them all. */
  readonly names?: WriteNames;
}

/** Names for writes of which an entry is going to tell: by them the entry, and what the server tells of the write, find each other. */
export interface WriteNames {
  /** For one that is about to be sent. */
  next(): string;
  /** Its entry is there. */
  told(name: string, seq: Seq): void;
}
