import { type KeyedHash, maskObject } from '../kube/mask.ts';
import { maskStatus } from '../kube/maskStatus.ts';
import { isRecord } from '../kube/object.ts';
import { ApiError } from '../kube/status.ts';
import { KeptObjectReader, type TypeMeta } from './keptObjectReader.ts';

/** Without its quote: bytes that are rare are found many times faster. */
const secretWord = Buffer.from('Secret');

/** Letters of that word that a hostile server may have written as escapes; `\u003c` and the like are everyday. */
const escapes = Buffer.from('\\u00');
const escapedLetters = ['53', '65', '63', '72', '74'].map((code) => Buffer.from(`\\u00${code}`));

/** As a word of its own: `imagePullSecrets` hold none. */
function mentionsSecret(bytes: Buffer): boolean {
  for (let found = bytes.indexOf(secretWord); found >= 0; found = bytes.indexOf(secretWord, found + 1)) {
    if (!isLetter(bytes[found + secretWord.length])) return true;
  }
  return bytes.includes(escapes) && escapedLetters.some((letter) => bytes.includes(letter));
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** From the bytes of a body to what is in it. */
export type Decoder = Pick<ObjectDecoder, 'object' | 'frame' | 'maskLate' | 'refusal'>;

/**
 * Parses JSON of the API server and masks what is secret in it, in one step, so that nothing unmasked is
 * ever handed on. Most objects cannot hold a Secret: whether the word occurs in the text is a much cheaper
 * question than a walk through the object. Of all others most is kept as text, and parsed when it is read.
 */
export class ObjectDecoder {
  readonly #hash: KeyedHash;
  readonly #secret: boolean;
  readonly #reader = new KeptObjectReader();

  /** @param secret the resource is `secrets`: its objects are Secrets, whatever their `kind` says */
  constructor(hash: KeyedHash, secret: boolean) {
    this.#hash = hash;
    this.#secret = secret;
  }

  /**
   * @param typeMeta what it may get, where it does not begin with what it is
   * @throws SyntaxError
   */
  object(bytes: Buffer, typeMeta?: TypeMeta): unknown {
    const mayHoldSecret = this.#secret || mentionsSecret(bytes);
    const kept = mayHoldSecret ? undefined : this.#reader.object(bytes, typeMeta);
    return kept ?? this.#masked(JSON.parse(bytes.toString()), mayHoldSecret);
  }

  /**
   * A frame of a watch.
   * @throws SyntaxError; TypeError when it is not a frame
   */
  frame(bytes: Buffer): { readonly type: string; readonly object: unknown } {
    const mayHoldSecret = this.#secret || mentionsSecret(bytes);
    const kept = mayHoldSecret ? undefined : this.#reader.frame(bytes);
    if (kept) return kept;
    const frame: unknown = JSON.parse(bytes.toString());
    if (!isRecord(frame) || typeof frame['type'] !== 'string') throw new TypeError('a frame is not a watch event');
    const { type, object } = frame;
    return { type, object: this.#masked(object, mayHoldSecret) };
  }

  /** Masks an object that was found to be a Secret after it had been decoded. */
  maskLate<T>(object: T): T {
    return this.#secret ? object : maskObject(object, this.#hash, true);
  }

  /** What a server says of its refusal, with what might quote a Secret masked. */
  refusal(error: ApiError): ApiError {
    return this.#secret ? new ApiError(maskStatus(error.data, this.#hash), error.retryAfterSeconds, error.headers, error.credentials) : error;
  }

  #masked(object: unknown, mayHoldSecret: boolean): unknown {
    if (this.#secret && isRecord(object) && object['kind'] === 'Status') return maskStatus(object, this.#hash);
    return mayHoldSecret ? maskObject(object, this.#hash, this.#secret) : object;
  }
}
