import { CodedError } from '../base/codedError.ts';
import { hasMetadata, isRecord, type KubeObject } from './object.ts';

/** The object could not be keyed (I-03). `data` is the offending argument, `cause` says why. */
export class KeyError extends CodedError<'KeyError'> {
  override readonly name = 'KeyError';

  constructor(object: unknown, cause: Error) {
    super('KeyError', `couldn't create key for object ${nameable(object)}: ${cause.message}`, object, { cause });
  }

  static is(error: unknown): error is KeyError {
    return error instanceof KeyError;
  }
}

/**
 * `namespace/name`, or `name` for an object without namespace (I-01, client-go `MetaNamespaceKeyFunc`).
 * @throws KeyError for an object without metadata
 */
export function metaNamespaceKey(object: KubeObject): string {
  if (!hasMetadata(object)) throw new KeyError(object, new Error('object has no meta'));
  const { namespace, name } = object.metadata;
  return namespacedKey(namespace, name ?? '');
}

/** The key of an object by its parts; without a namespace (absent or empty) the name alone. */
export function namespacedKey(namespace: string | undefined, name: string): string {
  return namespace ? `${namespace}/${name}` : name;
}

/** The parts of a cache key; `namespace` is empty for a cluster-scoped object. */
export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The reverse of {@link metaNamespaceKey} (I-02, client-go `SplitMetaNamespaceKey`).
 * @throws CodedError `UnexpectedKeyFormat` when there are two slashes or more
 */
export function splitMetaNamespaceKey(key: string): NamespacedName {
  const parts = key.split('/');
  if (parts.length === 1) return { namespace: '', name: key };
  if (parts.length === 2) return { namespace: parts[0]!, name: parts[1]! };
  throw new CodedError('UnexpectedKeyFormat', `unexpected key format: ${JSON.stringify(key)}`, key);
}

/** The name in a key, for people: a key that is none has all behind its first slash. */
export function nameInKey(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

/** Enough of the object to find it by; never its content, which may be secret. */
function nameable(object: unknown): string {
  if (!isRecord(object)) return String(object);
  return `with the fields ${Object.keys(object).join(', ') || '(none)'}`;
}
