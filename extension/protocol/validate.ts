/**
 * What arrives from the other side of the channel is checked before anybody reads it, in both directions: the
 * panel shows what a cluster sent, and anything that runs in a webview can post to the host. Each check is exact
 * about types and bounds; fields that nobody knows are let through and read by nobody.
 */
import type {
  DeltaQueueView,
  FoundRow,
  HeldStepView,
  HostMessage,
  HostMessages,
  NoteView,
  PanelMessage,
  PanelMessages,
  PanelState,
  PipelineView,
  StreamRow,
  StreamRows,
  StreamView,
  WorkQueueView,
} from './messages.ts';

/** The most that a message may carry. Who sends keeps to them; a message beyond them is refused whole. */
export const limits = {
  /** Characters of a version, a kind, a type. */
  word: 256,
  /** Characters of a key, or of the name of an informer, queue, handler or controller. */
  name: 1024,
  /** Characters of anything that is written to be read: summary, detail, title, filter, fault. */
  text: 4096,
  /** Rows in one answer, and in one view. */
  rows: 1000,
  /** Elements of any other list. */
  elements: 1000,
  /** Causes of one entry. */
  causes: 10_000,
} as const;

/** The message, or why it is none: a sentence for the log that quotes nothing of the sender's. */
export type Validated<Message> = { readonly message: Message } | { readonly message?: undefined; readonly reason: string };

/** Checks what the panel sent. */
export function validatePanelMessage(value: unknown): Validated<PanelMessage> {
  return validate<PanelMessage>(value, panelChecks);
}

/** Checks what the host sent. */
export function validateHostMessage(value: unknown): Validated<HostMessage> {
  return validate<HostMessage>(value, hostChecks);
}

/** Undefined when `value` is a `T`; otherwise what is wrong, and where. */
interface Check<T> {
  (value: unknown, path: string): string | undefined;
  /** Never there: ties the check to its type, so that a forgotten or misspelt field does not compile. */
  readonly accepts?: T;
}

type Checks<Bodies> = { readonly [Name in keyof Bodies]: Check<Bodies[Name]> };

function validate<Message>(value: unknown, checks: Readonly<Record<string, Check<unknown>>>): Validated<Message> {
  if (!isRecord(value)) return { reason: 'The message is not an object.' };
  const type = value['type'];
  if (typeof type !== 'string') return { reason: 'The message has no type.' };
  if (!Object.hasOwn(checks, type)) return { reason: 'The type of the message is unknown.' };
  const fault = checks[type]!(value['body'], 'body');
  if (fault !== undefined) return { reason: `${type}: ${fault}.` };
  return { message: value as Message };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(most: number): Check<string> {
  return (value, path) =>
    typeof value === 'string' && value.length <= most ? undefined : `${path} is not a text of at most ${most} characters`;
}

function list<T>(element: Check<T>, most: number = limits.elements): Check<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length > most) return `${path} is not a list of at most ${most}`;
    for (const [index, each] of value.entries()) {
      const fault = element(each, `${path}[${index}]`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

function record<T>(fields: { readonly [Name in keyof T]-?: Check<T[Name]> }): Check<T> {
  const entries = Object.entries<Check<unknown>>(fields);
  return (value, path) => {
    if (!isRecord(value)) return `${path} is not an object`;
    for (const [name, check] of entries) {
      const fault = check(Object.hasOwn(value, name) ? value[name] : undefined, `${path}.${name}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, path) => (value === null ? undefined : check(value, path));
}

function oneOf<T extends string>(...values: readonly T[]): Check<T> {
  return (value, path) => (values.some((each) => each === value) ? undefined : `${path} is none of ${values.join(', ')}`);
}

const word = text(limits.word);
const name = text(limits.name);
const prose = text(limits.text);
const flag: Check<boolean> = (value, path) => (typeof value === 'boolean' ? undefined : `${path} is neither true nor false`);
const number: Check<number> = (value, path) => (Number.isFinite(value) ? undefined : `${path} is not a number`);
const count: Check<number> = (value, path) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : `${path} is not a count`;
const rowCount: Check<number> = (value, path) =>
  count(value, path) ?? ((value as number) <= limits.rows ? undefined : `${path} is more than ${limits.rows}`);
const nothing = record<Record<string, never>>({});

const streamView = record<StreamView>({ filter: prose, end: nullable(count), count: rowCount });

const panelChecks: Checks<PanelMessages> = {
  'panel/ready': nothing,
  'panel/select': record<PanelMessages['panel/select']>({ informer: nullable(name) }),
  'stepper/pause': nothing,
  'stepper/step': nothing,
  'stepper/continue': nothing,
  'stream/view': streamView,
  'stream/find': record<PanelMessages['stream/find']>({ seq: count, filter: prose }),
  'panel/fault': record<PanelMessages['panel/fault']>({ message: prose }),
  'object/open': record<PanelMessages['object/open']>({ informer: name, key: name }),
  'session/start': nothing,
};

const streamRow = record<StreamRow>({
  seq: count,
  t: number,
  stage: oneOf('apiserver', 'reflector', 'queue', 'store', 'handler', 'workqueue', 'reconcile'),
  kind: word,
  informer: name,
  key: name,
  rv: word,
  summary: prose,
  cause: list(count, limits.causes),
  note: nullable(record<NoteView>({ article: prose, source: prose, rules: list(word) })),
});

const pipeline = record<PipelineView>({
  reflector: record<PipelineView['reflector']>({
    informer: name,
    informers: count,
    failing: count,
    state: word,
    detail: prose,
    lists: count,
    events: count,
    eventsPerSecond: number,
    errors: count,
    resourceVersion: word,
  }),
  deltaQueue: record<PipelineView['deltaQueue']>({ keys: count, deltas: count, added: count, popped: count }),
  indexer: record<PipelineView['indexer']>({ objects: count, added: count, updated: count, deleted: count, resourceVersion: word }),
  handlers: list(record<PipelineView['handlers'][number]>({ name, calls: count, backlog: count, errors: count })),
  workQueue: record<PipelineView['workQueue']>({
    ready: count,
    processing: count,
    waiting: count,
    added: count,
    coalesced: count,
    got: count,
    done: count,
    requeued: count,
  }),
  workers: record<PipelineView['workers']>({
    controllers: list(
      record<PipelineView['workers']['controllers'][number]>({
        name,
        workers: count,
        busy: count,
        reconciles: count,
        reads: count,
        writes: count,
        errors: count,
        dryRun: flag,
      }),
    ),
  }),
});

const deltaQueue = record<DeltaQueueView>({
  informer: name,
  kind: oneOf('DeltaFIFO', 'RealFIFO'),
  keys: count,
  deltas: count,
  items: list(
    record<DeltaQueueView['items'][number]>({
      key: name,
      deltas: list(record<DeltaQueueView['items'][number]['deltas'][number]>({ type: word, rv: word })),
      count,
    }),
  ),
});

const workQueue = record<WorkQueueView>({
  name,
  queue: list(name),
  processing: list(name),
  dirty: list(name),
  waiting: list(record<WorkQueueView['waiting'][number]>({ key: name, dueInMs: number })),
  failures: list(record<WorkQueueView['failures'][number]>({ key: name, count })),
  counts: record<WorkQueueView['counts']>({ queue: count, processing: count, dirty: count, waiting: count, failures: count }),
  priorities: nullable(list(number)),
  tokens: nullable(number),
});

const hostChecks: Checks<HostMessages> = {
  'panel/state': record<PanelState>({
    session: record<PanelState['session']>({ id: word, title: prose, source: oneOf('context', 'playground', 'none'), ended: flag }),
    informers: list(name),
    selected: nullable(name),
    stepper: record<PanelState['stepper']>({
      paused: flag,
      held: list(record<HeldStepView>({ point: word, owner: name, key: name, heldMs: number })),
    }),
    pipeline,
    deltaQueues: list(deltaQueue),
    workQueues: list(workQueue),
  }),
  'stream/rows': record<StreamRows>({ view: streamView, total: count, first: count, oldest: count, rows: list(streamRow, limits.rows) }),
  'stream/found': record<FoundRow>({ seq: count, filter: prose, index: nullable(count), row: nullable(streamRow) }),
};
