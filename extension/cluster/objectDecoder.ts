import { type KeyedHash, maskObject } from '../kube/mask.ts';
import { isRecord } from '../kube/object.ts';

/**
 * Parses JSON of the API server and masks what is secret in it, in one step, so that nothing unmasked is
 * ever handed on. Most objects cannot hold a Secret: whether the word occurs in the text is a much cheaper
 * question than a walk through the object.
 */
export class ObjectDecoder {
  readonly #hash: KeyedHash;
  readonly #secret: boolean;

  /** @param secret the resource is `secrets`: its objects are Secrets, whatever their `kind` says */
  constructor(hash: KeyedHash, secret: boolean) {
    this.#hash = hash;
    this.#secret = secret;
  }

  /** @throws SyntaxError */
  object(text: string): unknown {
    return this.#mask(JSON.parse(text), text);
  }

  /**
   * A frame of a watch.
   * @throws SyntaxError; TypeError when it is not a frame
   */
  frame(text: string): { readonly type: string; readonly object: unknown } {
    const frame: unknown = JSON.parse(text);
    if (!isRecord(frame) || typeof frame['type'] !== 'string') throw new TypeError('a frame is not a watch event');
    const { type, object } = frame;
    return { type, object: type === 'ERROR' ? object : this.#mask(object, text) };
  }

  /** Masks an object that was found to be a Secret after it had been decoded. */
  maskLate<T>(object: T): T {
    return this.#secret ? object : maskObject(object, this.#hash, true);
  }

  #mask(object: unknown, text: string): unknown {
    if (this.#secret) return maskObject(object, this.#hash, true);
    const mayHoldSecret = text.includes('"Secret') || (isRecord(object) && object['kind'] === 'Secret');
    return mayHoldSecret ? maskObject(object, this.#hash) : object;
  }
}
