import { keepManagedFields } from '../kube/keptManagedFields.ts';
import { type KeyedHash, maskObject } from '../kube/mask.ts';
import { isRecord } from '../kube/object.ts';
import { comma, openBrace, quote } from './jsonBytes.ts';
import { ManagedFieldsReader } from './managedFieldsReader.ts';
import { shareTexts } from './shareTexts.ts';
import { TextPool } from './textPool.ts';

/** These bytes occur in no string of JSON: only a field of this name, with a list, has them. */
const managedFieldsStart = Buffer.from('"managedFields":[');

/** Stands in the parsed text for the list that was cut out. */
const placeholder = '0';

/** Without its quote: bytes that are rare are found many times faster. */
const secretWord = Buffer.from('Secret');

/** Letters of that word that a hostile server may have written as escapes; `\u003c` and the like are everyday. */
const escapes = Buffer.from('\\u00');
const escapedLetters = ['53', '65', '63', '72', '74'].map((code) => Buffer.from(`\\u00${code}`));

function mentionsSecret(bytes: Buffer): boolean {
  return bytes.includes(secretWord) || (bytes.includes(escapes) && escapedLetters.some((letter) => bytes.includes(letter)));
}

/** From the bytes of a body to what is in it. */
export type Decoder = Pick<ObjectDecoder, 'object' | 'frame' | 'maskLate'>;

/**
 * Parses JSON of the API server and masks what is secret in it, in one step, so that nothing unmasked is
 * ever handed on. Most objects cannot hold a Secret: whether the word occurs in the text is a much cheaper
 * question than a walk through the object. Of all others the `managedFields` are left as text.
 */
export class ObjectDecoder {
  readonly #hash: KeyedHash;
  readonly #secret: boolean;
  readonly #texts = new TextPool();
  readonly #managedFields = new ManagedFieldsReader(new TextPool());

  /** @param secret the resource is `secrets`: its objects are Secrets, whatever their `kind` says */
  constructor(hash: KeyedHash, secret: boolean) {
    this.#hash = hash;
    this.#secret = secret;
  }

  /**
   * @param typeMeta fields that it gets, as JSON with a comma at the end, unless it begins with fields of the kind itself
   * @throws SyntaxError
   */
  object(bytes: Buffer, typeMeta = ''): unknown {
    const mayHoldSecret = mentionsSecret(bytes);
    const object = this.#keeping(bytes, mayHoldSecret, typeMeta, itself);
    shareTexts(object, this.#texts);
    return this.#mask(object, mayHoldSecret);
  }

  /**
   * A frame of a watch.
   * @throws SyntaxError; TypeError when it is not a frame
   */
  frame(bytes: Buffer): { readonly type: string; readonly object: unknown } {
    const mayHoldSecret = mentionsSecret(bytes);
    const frame = this.#keeping(bytes, mayHoldSecret, '', objectOf);
    if (!isRecord(frame) || typeof frame['type'] !== 'string') throw new TypeError('a frame is not a watch event');
    const { type, object } = frame;
    shareTexts(object, this.#texts);
    return { type, object: this.#mask(object, mayHoldSecret) };
  }

  /** Masks an object that was found to be a Secret after it had been decoded. */
  maskLate<T>(object: T): T {
    return this.#secret ? object : maskObject(object, this.#hash, true);
  }

  #mask(object: unknown, mayHoldSecret: boolean): unknown {
    if (this.#secret) return maskObject(object, this.#hash, true);
    return mayHoldSecret || (isRecord(object) && object['kind'] === 'Secret') ? maskObject(object, this.#hash) : object;
  }

  /** Parses, with the `managedFields` of the object kept as text. */
  #keeping(bytes: Buffer, mayHoldSecret: boolean, typeMeta: string, objectIn: (parsed: unknown) => unknown): unknown {
    const prefix = typeMeta !== '' && takesTypeMeta(bytes) ? `{${typeMeta}` : undefined;
    const whole = (): unknown => JSON.parse(prefix === undefined ? bytes.toString() : prefix + bytes.toString('utf8', 1));
    if (mayHoldSecret || this.#secret) return whole();
    const found = bytes.indexOf(managedFieldsStart);
    const before = bytes[found - 1];
    if (found < 0 || (before !== comma && before !== openBrace)) return whole();
    const start = found + managedFieldsStart.length - 1;
    const kept = this.#managedFields.read(bytes, start);
    if (!kept) return whole();
    const head = prefix === undefined ? bytes.toString('utf8', 0, start) : prefix + bytes.toString('utf8', 1, start);
    const parsed: unknown = JSON.parse(head + placeholder + bytes.toString('utf8', kept.end));
    const object = objectIn(parsed);
    const metadata = isRecord(object) ? object['metadata'] : undefined;
    // The first field of this name may be another one, deeper in the object.
    if (!isRecord(metadata) || metadata['managedFields'] !== 0) return whole();
    (object as Record<string, unknown>)['metadata'] = keepManagedFields(metadata, kept.text);
    return parsed;
  }
}

function itself(parsed: unknown): unknown {
  return parsed;
}

function objectOf(frame: unknown): unknown {
  return isRecord(frame) ? frame['object'] : undefined;
}

/** It begins with a field, and not with one of those that it might be given: then it has its own. */
function takesTypeMeta(bytes: Buffer): boolean {
  return bytes[0] === openBrace && bytes[1] === quote && !startsWith(bytes, '"kind"') && !startsWith(bytes, '"apiVersion"');
}

function startsWith(bytes: Buffer, name: string): boolean {
  return bytes.toString('latin1', 1, 1 + name.length) === name;
}
