import type { ApiCall, RawAnswer } from './apiCall.ts';

/** An answer without what differs between any two servers: times, uids, versions, what is drawn by chance, sentences for people. */
export interface NormalAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: boolean;
  readonly warnings: number;
  /** JSON, or a text that is none. */
  readonly body: unknown;
}

// Objects of many kinds, looked into loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Addresses of Services are given by chance: no script asks for one. */
const serviceAddress = /\b10\.96\.\d{1,3}\.\d{1,3}\b/g;
/** The lowest port of the nodes that is not asked for. Which one is given is not compared: a port that changed lost its own in older releases. */
const firstNodePort = 30_001;
const nodePorts = new Set(['nodePort', 'healthCheckNodePort']);
const nodePortInCell = /(?<=\d:)3[0-2]\d{3}(?=\/)/g;
/** As the age of what has just been made. */
const age = /^(<invalid>|(\d+[smhdy])+)$/;

/** A column of a Table without the sentence that says what is in it. */
function withoutDescription(column: Loose): Loose {
  return Object.fromEntries(Object.entries(column).filter(([field]) => field !== 'description'));
}

/**
 * Makes the answers of one server comparable to those of another. It keeps what it has seen: a version or uid is told by where it came
 * up first, so that it still counts whether two are the same.
 */
export class Normaliser {
  readonly #run: string;
  readonly #uids = new Map<string, string>();
  readonly #named = new Map<string, number>();
  readonly #versions = new Map<string, string>();
  #deleted = false;
  #tried = false;

  /** @param run stands in names, and differs from run to run */
  constructor(run: string) {
    this.#run = run;
  }

  /** @param call to what it is the answer */
  answer(id: number, { status, contentType, retryAfter, warnings, text }: RawAnswer, { method, path }: Pick<ApiCall, 'method' | 'path'>): NormalAnswer {
    this.#deleted = method === 'DELETE';
    this.#tried = path.includes('dryRun=All');
    let body: unknown = text;
    try {
      const read: unknown = JSON.parse(text);
      this.#nameDeleted(read as Loose, path);
      body = this.#object(`step ${id}`, read, '');
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      body = this.#text(text);
    }
    return { status, contentType, retryAfter: retryAfter !== undefined, warnings: warnings.length, body };
  }

  /** One line of a watch. */
  line(id: string, text: string): unknown {
    this.#deleted = this.#tried = false;
    return this.#object(id, JSON.parse(text), '');
  }

  #object(where: string, value: unknown, path: string): Loose {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((each) => this.#object(where, each, `${path}[]`));
    if (typeof value !== 'object' || value === null) return value;
    const object = value as Loose;
    if (path.endsWith('metadata') && typeof object.uid === 'string' && typeof object.name === 'string') this.#nameUid(object);
    // The cells of a row may name it before the object that it is of.
    if (Array.isArray(object.cells) && typeof object.object?.metadata?.uid === 'string') this.#nameUid(object.object.metadata);
    const normal: Loose = {};
    for (const [field, inner] of Object.entries(object)) {
      const isGiven = nodePorts.has(field) && typeof inner === 'number' && inner >= firstNodePort;
      normal[field] = isGiven ? '<port>' : this.#object(where, inner, `${path}.${field}`);
    }
    if (object.kind === 'Table') normal.columnDefinitions = normal.columnDefinitions?.map(withoutDescription);
    if (Array.isArray(object.cells)) normal.cells = normal.cells.map((cell: unknown) => (typeof cell === 'string' && age.test(cell) ? '<age>' : cell));
    if (typeof object.resourceVersion === 'string' && (path.endsWith('metadata') || path === '')) normal.resourceVersion = this.#version(where, object);
    if (typeof object.continue === 'string') normal.continue = '<continue>';
    if (Array.isArray(object.managedFields)) normal.managedFields = normal.managedFields.toSorted((one: Loose, other: Loose) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    return normal;
  }

  /**
   * That of a list or bookmark is any: it says how far the server was. That of an object that was deleted is any, too: since 1.27
   * it is that of its deletion, and before it was that in which it had been stored last.
   */
  #version(where: string, metadata: Loose): string {
    if (metadata.uid === undefined || this.#deleted) return '<version>';
    const version = metadata.resourceVersion as string;
    if (!this.#versions.has(version)) this.#versions.set(version, `<version of ${where}>`);
    return this.#versions.get(version)!;
  }

  #text(text: string): string {
    if (time.test(text)) return '<time>';
    const known = text.replaceAll(serviceAddress, '<address>').replaceAll(nodePortInCell, '<port>');
    return known.replaceAll(this.#run, '<run>').replaceAll(/drawn-[a-z0-9]{5}\b/g, 'drawn-<5>').replaceAll(uid, (found) => this.#uid(found));
  }

  /** Who deletes an object is told its uid, with or without the rest of it. */
  #nameDeleted(body: Loose, path: string): void {
    const { name, uid: found } = body?.details ?? {};
    if (this.#deleted && body?.kind === 'Status' && name !== undefined && found !== undefined) this.#nameUid({ uid: found, name, namespace: /\/namespaces\/([^/?]+)\/./.exec(path)?.[1] });
  }

  /** By the name of the object, and how many of that name there have been. */
  #nameUid({ uid: found, namespace = '', generateName, name }: Loose): void {
    if (this.#uids.has(found)) return;
    const of = `${namespace}/${generateName === undefined ? name : `${generateName}*`}`.replaceAll(this.#run, '<run>');
    // What is only tried never is: whether it could have been depends on the release.
    if (this.#tried) return void this.#uids.set(found, `<uid of ${of}, tried>`);
    const before = this.#named.get(of) ?? 0;
    this.#named.set(of, before + 1);
    this.#uids.set(found, `<uid ${before + 1} of ${of}>`);
  }

  #uid(found: string): string {
    return this.#uids.get(found) ?? found;
  }
}
