import { type Saying, say } from '../base/saying.ts';
import { isRecord } from '../kube/object.ts';

/**
 * The fields of one entry of a kubeconfig, each as what it must be. What is something else makes kubectl refuse the file; here it costs that entry
 * alone (K4), which must not be used as if the field were absent: that would be anonymity that nobody has asked for.
 */
export class KubeconfigFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #at: string;
  readonly #onFault: (fault: Saying) => void;

  /**
   * @param at what leads to these fields from the entry, as in `exec.`
   * @param onFault told of each field that is not what it must be, as the rest of a sentence that begins with the entry
   */
  constructor(values: unknown, onFault: (fault: Saying) => void, at = '') {
    this.#values = isRecord(values) ? values : {};
    this.#at = at;
    this.#onFault = onFault;
    if (values !== null && values !== undefined && !isRecord(values)) this.#fault(at.replace(/\.$/, ''), say`a mapping`);
  }

  /** Empty counts as absent. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === null || value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value;
    if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
    this.#fault(`${this.#at}${name}`, typeof value === 'object' ? say`text` : say`text: put it in quotes`);
    return undefined;
  }

  /** Bytes that are written in base64, still so. */
  base64(name: string): string | undefined {
    const value = this.text(name)?.replace(/[\r\n]/g, '');
    if (value === undefined || (value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value))) return value === '' ? undefined : value;
    this.#fault(`${this.#at}${name}`, say`base64`);
    return undefined;
  }

  flag(name: string): boolean {
    const value = this.#values[name];
    if (value !== null && value !== undefined && typeof value !== 'boolean') this.#fault(`${this.#at}${name}`, say`true or false`);
    return value === true;
  }

  texts(name: string): string[] {
    return this.list(name, (values, index) => values.text(String(index)) ?? '');
  }

  /** A list of mappings. */
  records<T>(name: string, make: (fields: KubeconfigFields) => T): T[] {
    return this.list(name, (values, index) => make(values.record(String(index))));
  }

  /** Undefined where there is none, so that one can be told from an empty one. */
  optional(name: string): KubeconfigFields | undefined {
    const value = this.#values[name];
    return value === null || value === undefined ? undefined : this.record(name);
  }

  record(name: string): KubeconfigFields {
    return new KubeconfigFields(this.#values[name], this.#onFault, `${this.#at}${name}.`);
  }

  /** As it stands there. */
  raw(name: string): unknown {
    return this.#values[name] ?? undefined;
  }

  get names(): readonly string[] {
    return Object.keys(this.#values);
  }

  list<T>(name: string, make: (values: KubeconfigFields, index: number) => T): T[] {
    const value = this.#values[name];
    if (value === null || value === undefined) return [];
    if (!Array.isArray(value)) {
      this.#fault(`${this.#at}${name}`, say`a list`);
      return [];
    }
    const values = new KubeconfigFields({ ...value }, this.#onFault, `${this.#at}${name}.`);
    return value.map((_one, index) => make(values, index));
  }

  #fault(field: string, what: Saying): void {
    this.#onFault(field === '' ? say`is not ${what}` : say`has a field "${field}" that is not ${what}`);
  }
}
