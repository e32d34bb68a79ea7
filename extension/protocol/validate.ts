/**
 * What arrives from the other side of the channel is checked before anybody reads it, in both directions: the
 * panel shows what a cluster sent, and anything that runs in a webview can post to the host. Each check is exact
 * about types and bounds; fields that nobody knows are let through and read by nobody.
 */
import { type Check, count, flag, isRecord, limits, list, name, nothing, nullable, number, oneOf, prose, record, rowCount, word } from './checks.ts';
import { filterChecks, filterFault, filterHostChecks } from './filters.ts';
import { insideChecks } from './inside.ts';
import type {
  ActivityView,
  DeltaQueueView,
  FoundRow,
  HostMessage,
  HostMessages,
  NoteView,
  Numbered,
  PanelMessage,
  PanelMessages,
  PanelState,
  PipelineView,
  StreamRow,
  StreamRows,
  StreamView,
} from './messages.ts';
import { stageName } from './stages.ts';
import { type PageLook, type PageName, type PagePicture, pageChecks } from './pages.ts';
import { lintsSummary } from './pages/lints.ts';
import { recordingChecks } from './recording.ts';
import { scenarioChecks } from './scenario.ts';
import { stepperCheck, steppingChecks } from './stepping.ts';
import { timeChecks, timeView } from './time.ts';

/** The message, or why it is none: a sentence for the log that quotes nothing of the sender's. */
export type Validated<Message> = { readonly message: Message } | { readonly message?: undefined; readonly reason: string };

/** Checks what the panel sent. */
export function validatePanelMessage(value: unknown): Validated<PanelMessage> {
  return validate<PanelMessage>(value, panelChecks);
}

/** Checks what the host sent. */
export function validateHostMessage(value: unknown): Validated<Numbered<HostMessage>> {
  const checked = validate<Numbered<HostMessage>>(value, hostChecks);
  if (!checked.message) return checked;
  const fault = count(checked.message.number, 'number');
  return fault === undefined ? checked : { reason: `${checked.message.type}: ${fault}.` };
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


/** Fields of a body, by the checks of the page that the body names. */
function ofPage<Body extends PageLook | PagePicture>(fields: readonly ('look' | 'picture')[]): Check<Body> {
  return (value, path) => {
    if (!isRecord(value)) return `${path} is not an object`;
    const { page } = value;
    if (typeof page !== 'string' || !Object.hasOwn(pageChecks, page)) return `${path}.page is the name of no page`;
    const checks = pageChecks[page as keyof typeof pageChecks];
    for (const field of fields) {
      const check: (value: unknown, path: string) => string | undefined = checks[field];
      const fault = field === 'look' && value['look'] === null ? undefined : check(value[field], `${path}.${field}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

const streamView = record<StreamView>({ filter: prose, end: nullable(count), count: rowCount });

const panelChecks: Checks<PanelMessages> = {
  ...filterChecks,
  'panel/ready': nothing,
  'panel/select': record<PanelMessages['panel/select']>({ informer: nullable(name) }),
  'page/look': ofPage<PageLook>(['look']),
  ...steppingChecks,
  ...recordingChecks,
  ...scenarioChecks,
  ...timeChecks,
  ...insideChecks,
  'stream/view': streamView,
  'stream/find': record<PanelMessages['stream/find']>({ seq: count, filter: prose }),
  'panel/fault': record<PanelMessages['panel/fault']>({ message: prose }),
  'object/open': record<PanelMessages['object/open']>({ informer: name, key: name }),
  'object/copy': record<PanelMessages['object/copy']>({ informer: name, key: name, format: oneOf('yaml', 'json') }),
  'cache/verify': record<PanelMessages['cache/verify']>({ informer: name }),
  'cache/stopVerifying': record<PanelMessages['cache/stopVerifying']>({ informer: name }),
  'cache/relist': record<PanelMessages['cache/relist']>({ informer: name }),
  'session/start': nothing,
};

const streamRow = record<StreamRow>({
  seq: count,
  t: number,
  stage: stageName,
  kind: word,
  informer: name,
  key: name,
  rv: word,
  summary: prose,
  cause: list(count, limits.causes),
  note: nullable(record<NoteView>({ row: count, follows: oneOf('article', 'source'), article: prose, source: prose, rules: list(word) })),
});

const activity = record<ActivityView>({ rates: list(count), lastMs: nullable(number) });

const pipeline = record<PipelineView>({
  server: nullable(record<NonNullable<PipelineView['server']>>({ requests: count, commits: count, sent: count, faults: count, sentPerSecond: number })),
  activity: record<PipelineView['activity']>({ apiserver: activity, reflector: activity, queue: activity, store: activity }),
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
  handlers: list(record<PipelineView['handlers'][number]>({ name, calls: count, backlog: count, errors: count, activity })),
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
        activity,
        queue: record<PipelineView['workers']['controllers'][number]['queue']>({ ready: count, processing: count, waiting: count, activity }),
      }),
    ),
  }),
});

const deltaQueue = record<DeltaQueueView>({ informer: name, kind: oneOf('DeltaFIFO', 'RealFIFO') });

const hostChecks: Checks<HostMessages> = {
  ...filterHostChecks,
  'panel/state': record<PanelState>({
    session: record<PanelState['session']>({ id: name, title: prose, source: oneOf('context', 'playground', 'recording', 'none'), ended: flag }),
    informers: list(name),
    selected: nullable(name),
    time: timeView,
    stepper: stepperCheck,
    lints: lintsSummary,
    pipeline,
    deltaQueues: list(deltaQueue),
  }),
  'stream/rows': record<StreamRows>({ view: streamView, total: count, first: count, oldest: count, rows: list(streamRow, limits.rows), faults: list(filterFault) }),
  'page/picture': ofPage<PagePicture>(['look', 'picture']),
  'page/open': record<HostMessages['page/open']>({ page: oneOf(...(Object.keys(pageChecks) as PageName[])) }),
  'stream/found': record<FoundRow>({ seq: count, filter: prose, index: nullable(count), row: nullable(streamRow) }),
};
