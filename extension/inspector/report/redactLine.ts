import { isRecord } from '../../kube/object.ts';
import type { RecordingLine } from '../../trace/recording.ts';
import { entrySchemas } from '../../trace/schema/entrySchemas.ts';
import type { JsonSchema } from '../../trace/schema/jsonSchema.ts';
import { lineSchemas } from '../../trace/schema/lineSchemas.ts';
import type { PseudonymKind, Pseudonyms } from './pseudonyms.ts';
import { kindOf, redactObject, redactVersion } from './redactObject.ts';
import { redactFieldPath, redactKey, redactWords } from './redactStructured.ts';

type Redact = (text: string, pseudonyms: Pseudonyms) => string;

const words = (kind: PseudonymKind): Redact => (text, pseudonyms) => redactWords(text, kind, pseudonyms);
const whole = (kind: PseudonymKind): Redact => (text, pseudonyms) => pseudonyms.of(text, kind);
/** Left as it is where it has this shape, which no name of a person's making needs to have. */
const shaped = (shape: RegExp): Redact => (text, pseudonyms) => (shape.test(text) ? text : pseudonyms.of(text, 'text'));
const fieldPath: Redact = redactFieldPath;
const version: Redact = redactVersion;

/** What becomes of a text, by the name of its field. Of fields that are not here every text is replaced as a whole: forgetting one leaves nothing in. */
const byField: Readonly<Record<string, Redact>> = {
  key: redactKey,
  informer: words('resource'), name: informerOrError, resource: words('resource'), target: words('name'), lookup: words('name'), path: words('name'), predicate: words('label'), other: words('resource'),
  kind: kindOf, objectKind: kindOf, got: kindOf,
  namespace: whole('namespace'), context: whole('context'), server: whole('host'), user: whole('user'), userAgent: whole('user'), holder: whole('user'), writers: whole('user'),
  handler: words('name'), queue: queueOrKind, controller: whole('name'), index: words('label'), removed: whole('value'), added: whole('value'),
  labelSelector: whole('label'), fieldSelector: whole('label'), values: whole('value'),
  changed: fieldPath, paths: fieldPath, field: fieldPath,
  rv: version, resourceVersion: version, old: version, cacheRv: version, versions: version,
  reason: (text, pseudonyms) => (reasons.has(text) ? text : pseudonyms.of(text, 'text')),
  type: shaped(/^(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)$/), verb: shaped(/^[a-z]{3,16}$/), rule: shaped(/^([A-Z]{1,2}-\d{1,3}|row \d{1,3})$/), rules: shaped(/^([A-Z]{1,2}-\d{1,3}|row \d{1,3})$/),
  clientGo: shaped(/^(article|1\.\d{1,3})$/), fault: shaped(/^[a-z][A-Za-z]{2,30}$/), producer: shaped(/^Informer Inspector [\w.-]{1,40}$/), recordedAt: shaped(/^[\d:.TZ-]{20,30}$/), code: shaped(/^[A-Z][A-Za-z]{2,30}$/),
};

/** What Kubernetes itself gives as a reason. Webhooks and proxies may give any. */
const reasons = new Set(
  `Expired Gone NotFound AlreadyExists Conflict Forbidden Unauthorized Invalid BadRequest MethodNotAllowed NotAcceptable UnsupportedMediaType Timeout ServerTimeout
  TooManyRequests InternalError ServiceUnavailable RequestEntityTooLarge StoreReadError ended timeout disconnected stopped`.split(/\s+/),
);

/** Words of the vocabulary itself, by field: kinds of entries, deltas, phases, what a Reflector will do. */
const vocabulary = collectVocabulary();

/**
 * A line of a recording under other names, and without values. What is a number, a flag or a word of the vocabulary stays, so that it can be read and
 * shown like any recording; what the vocabulary does not have is left out.
 */
export function redactLine(line: RecordingLine, pseudonyms: Pseudonyms): object {
  return redactFields(line, pseudonyms);
}

function redactFields(record: object, pseudonyms: Pseudonyms): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (!vocabulary.fields.has(name)) continue;
    // What is worked out when it is read, as changed fields are, is in a recording what it is in JSON.
    const redacted = redactValue(name, isRecord(value) && typeof value['toJSON'] === 'function' ? value['toJSON']() : value, pseudonyms);
    if (redacted !== undefined) out[name] = redacted;
  }
  return out;
}

function redactValue(name: string, value: unknown, pseudonyms: Pseudonyms): unknown {
  if (name === 'object') return redactObject(value, pseudonyms);
  if (name === 'items') return Array.isArray(value) ? value.map((item) => redactObject(item, pseudonyms)) : value;
  // What was asked for and what was answered have the same numbers as the entries; the texts in them are the server's or the person's.
  if (name === 'options' || name === 'data') return isRecord(value) ? numbersOf(value, pseudonyms) : undefined;
  // An article's note is ours; a token to go on with is the server's.
  if (name === 'note') return undefined;
  if (typeof value === 'string') return vocabulary.words.get(name)?.has(value) === true ? value : (byField[name] ?? whole('text'))(value, pseudonyms);
  if (Array.isArray(value)) return value.map((each) => redactValue(name, each, pseudonyms));
  if (isRecord(value)) return name === 'featureGates' ? flagsOf(value) : redactFields(value, pseudonyms);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function numbersOf(value: Readonly<Record<string, unknown>>, pseudonyms: Pseudonyms): Record<string, unknown> {
  const { resourceVersion, code } = value;
  const numbers = Object.entries(value).filter(([name, each]) => /^(limit|timeoutSeconds|allowWatchBookmarks|sendInitialEvents)$/.test(name) && (typeof each === 'number' || typeof each === 'boolean'));
  return { ...Object.fromEntries(numbers), ...(typeof resourceVersion === 'string' && { resourceVersion: redactVersion(resourceVersion, pseudonyms) }), ...(typeof code === 'number' && { code }) };
}

function flagsOf(gates: Readonly<Record<string, unknown>>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(gates).flatMap(([gate, on]) => (/^[A-Z][A-Za-z]{2,60}$/.test(gate) && typeof on === 'boolean' ? [[gate, on]] : [])));
}

/** `name` is that of an informer, or of an error's class. */
function informerOrError(text: string, pseudonyms: Pseudonyms): string {
  return /^[A-Z][A-Za-z]{2,30}Error$/.test(text) ? text : redactWords(text, 'resource', pseudonyms);
}

/** Of an informer it is a kind of queue, elsewhere the name of a work queue. */
function queueOrKind(text: string, pseudonyms: Pseudonyms): string {
  return /^(DeltaFIFO|RealFIFO|atomic)$/.test(text) ? text : pseudonyms.of(text, 'name');
}

interface Vocabulary {
  readonly fields: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}

/** From the published schema of recordings, so that it knows each kind of line that there is. */
function collectVocabulary(): Vocabulary {
  const fields = new Set(['seq', 't', 'kind', 'note']);
  const found = new Map<string, Set<string>>([['kind', new Set(Object.keys(entrySchemas))]]);
  const add = (name: string, word: unknown): void => {
    if (typeof word === 'string') found.set(name, (found.get(name) ?? new Set()).add(word));
  };
  const walk = (name: string, schema: JsonSchema): void => {
    add(name, schema['const']);
    for (const word of Array.isArray(schema['enum']) ? schema['enum'] : []) add(name, word);
    if (isRecord(schema['items'])) walk(name, schema['items']);
    for (const [field, inner] of Object.entries(isRecord(schema['properties']) ? schema['properties'] : {})) {
      fields.add(field);
      if (isRecord(inner)) walk(field, inner);
    }
  };
  for (const { json } of Object.values(lineSchemas)) walk('', json);
  for (const { fields: own } of Object.values(entrySchemas)) {
    for (const [field, { json }] of Object.entries(own)) {
      fields.add(field);
      walk(field, json);
    }
  }
  return { fields, words: found };
}
