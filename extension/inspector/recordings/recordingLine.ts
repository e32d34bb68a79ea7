import { isRecord } from '../../kube/object.ts';
import { type EntryLine, formatVersion, type RecordingLine } from '../../trace/recording.ts';
import { entrySchemas, seq } from '../../trace/schema/entrySchemas.ts';
import { type JsonSchema, milliseconds, optional, record } from '../../trace/schema/jsonSchema.ts';
import { lineSchemas, note } from '../../trace/schema/lineSchemas.ts';
import { type Conform, conformTo, Fault } from './conform.ts';

/** Nothing that a Kubernetes API means is nested deeper than this; whoever walks through an object may rely on it. */
const maxDepth = 500;

/** A line that is there, and that this version cannot read at all. */
export class NewerFormat {
  readonly version: number;

  constructor(version: number) {
    this.version = version;
  }
}

/** Reads what a line of a recording holds, by the published schema. Nothing of it is trusted; it never throws. */
export class LineReader {
  readonly #strict: boolean;
  /** By kind; made when the first of a kind comes. */
  readonly #readers = new Map<string, Conform>();

  /** @param strict what the schema does not have is a fault; otherwise it is passed over */
  constructor({ strict }: { readonly strict: boolean }) {
    this.#strict = strict;
  }

  read(value: unknown): RecordingLine | NewerFormat | Fault {
    if (!isRecord(value)) return new Fault('it is not a JSON object');
    if (Object.hasOwn(value, 'informerTrace')) return this.#header(value);
    const { kind } = value;
    if (typeof kind !== 'string') return new Fault('it says no kind');
    const reader = this.#readerOf(kind);
    if (!reader) return new Fault(`there is no kind "${kind.slice(0, 100)}"`);
    if (!kind.includes('.') || kind.startsWith('input.')) {
      if (isDeeperThan(value, maxDepth)) return new Fault(`it is nested deeper than ${maxDepth} levels`);
    }
    return reader(value, '') as RecordingLine | Fault;
  }

  #header(value: Readonly<Record<string, unknown>>): RecordingLine | NewerFormat | Fault {
    const version = value['informerTrace'];
    if (typeof version === 'number' && Number.isSafeInteger(version) && version > formatVersion) return new NewerFormat(version);
    return this.#readerOf('header')!(value, '') as RecordingLine | Fault;
  }

  #readerOf(kind: string): Conform | undefined {
    let reader = this.#readers.get(kind);
    const schema = reader ? undefined : schemaOf(kind);
    if (schema) this.#readers.set(kind, (reader = conformTo(schema, { strict: this.#strict })));
    return reader;
  }
}

export function isEntryLine(line: RecordingLine): line is EntryLine {
  return 'seq' in line;
}

function schemaOf(kind: string): JsonSchema | undefined {
  if (Object.hasOwn(lineSchemas, kind)) return lineSchemas[kind as keyof typeof lineSchemas].json;
  if (!Object.hasOwn(entrySchemas, kind)) return undefined;
  const { fields } = entrySchemas[kind as keyof typeof entrySchemas];
  const stamp = { seq, t: milliseconds, kind: { json: { const: kind } }, note: optional(note) };
  return record<Record<string, unknown>>({ ...stamp, ...fields } as never).json;
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some((each) => isDeeperThan(each, depth - 1));
}
