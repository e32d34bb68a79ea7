import { isRecord } from '../kube/object.ts';
import type { ApiError } from '../kube/status.ts';
import type { TypeMeta } from './keptObjectReader.ts';
import type { Decoder } from './objectDecoder.ts';

const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' } as const;
const asMetadata = (kind: string): string => `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;

/** What client-go's metadata client accepts, without protobuf: whole objects where a server has nothing else. */
export const metadataTypes = { list: asMetadata(`${partial.kind}List`), watch: asMetadata(partial.kind) } as const;

/** A list of this kind is what was asked for; anything else holds whole objects. */
export const metadataListKind = `${partial.kind}List`;

/** These stand for no object, and pass as they are. */
const noObjects = new Set<unknown>([partial.kind, 'Table', 'Status']);

/**
 * Gives of each object its metadata alone. A server that cannot do that sends whole objects, as it may: then they
 * are reduced here, as client-go's metadata client does, once all that is secret in them has been found.
 */
export class MetadataDecoder implements Decoder {
  readonly #inner: Decoder;
  #onWhole: ((kind: string) => void) | undefined;

  /** @param onWhole told once, by the kind of the first frame that holds a whole object */
  constructor(inner: Decoder, onWhole?: (kind: string) => void) {
    this.#inner = inner;
    this.#onWhole = onWhole;
  }

  object(bytes: Buffer, typeMeta?: TypeMeta): unknown {
    return reduced(this.#inner.object(bytes, typeMeta));
  }

  frame(bytes: Buffer): { readonly type: string; readonly object: unknown } {
    const { type, object } = this.#inner.frame(bytes);
    const metadata = reduced(object);
    if (metadata !== object) {
      this.#onWhole?.(isRecord(object) && typeof object['kind'] === 'string' ? object['kind'] : '');
      this.#onWhole = undefined;
    }
    return { type, object: metadata };
  }

  maskLate<T>(object: T): T {
    return this.#inner.maskLate(object);
  }

  refusal(error: ApiError): ApiError {
    return this.#inner.refusal(error);
  }
}

/** The same reference where nothing is to be left out. */
function reduced(object: unknown): unknown {
  if (!isRecord(object) || !isRecord(object['metadata']) || noObjects.has(object['kind'])) return object;
  return { ...partial, metadata: object['metadata'] };
}
