import type { ArticleNote } from '../articleNote.ts';
import { type CacheLine, formatVersion, type InputError, type ListInput, type RecordedInformer, type RecordingHeader, schemaFile, type SummaryLine, type WatchInput } from '../recording.ts';
import { refusedCredentials } from './entrySchemas.ts';
import { anything, constant, count, described, flag, list, number, object, optional, record, type Schema, text } from './jsonSchema.ts';

/** The lines of a recording that are no trace entries. */

const t = described('Milliseconds from the start of the session.', number);

const flags: Schema<Readonly<Record<string, boolean>>> = { json: { type: 'object', additionalProperties: flag.json } };

const inputError = record<InputError>({
  name: described('ApiError, ConnectionError …', text),
  code: text,
  message: text,
  data: optional(described('Of an ApiError its Status.', anything)),
  retryAfterSeconds: optional(number),
  credentials: optional(described('Of one of 401: as in reflector.error.', refusedCredentials)),
});

const informer = record<RecordedInformer>({
  name: described('As the entries and the input have it: v1/pods@default', text),
  resource: described('v1/pods, apps/v1/deployments', text),
  objectKind: optional(described('Pod, where it is known.', text)),
  namespace: optional(text),
  labelSelector: optional(text),
  fieldSelector: optional(text),
  metadataOnly: optional(flag),
  clientGo: optional(described('1.32, 1.36 or article', text)),
  queue: optional(described('DeltaFIFO, RealFIFO or atomic', text)),
  resyncPeriodMs: optional(described('Milliseconds; absent: the default of clientGo.', number)),
  featureGates: optional(flags),
});

const whose = optional(described('The informer that asked; absent where there is only one.', text));

export const note = record<ArticleNote>({
  row: described('Of what the article and the sources tell differently.', count),
  article: described('What the article says, and this informer does.', text),
  source: described('What client-go does instead.', text),
  rules: list(text),
});

export const lineSchemas = {
  header: described(
    'The first line.',
    record<RecordingHeader>({
      informerTrace: described('Version of the format.', constant(formatVersion)),
      schema: optional(described('Name of the file that this is.', constant(schemaFile))),
      producer: optional(described('Who wrote it: a program and its version.', text)),
      recordedAt: optional(described('RFC 3339', text)),
      context: optional(text),
      server: optional(text),
      resource: optional(described('As it was asked for.', text)),
      namespace: optional(text),
      labelSelector: optional(text),
      fieldSelector: optional(text),
      metadataOnly: optional(flag),
      rateLimit: optional(record<{ readonly qps: number; readonly burst: number }>({ qps: number, burst: number })),
      clientGo: optional(described('1.32, 1.36 or article', text)),
      queue: optional(described('DeltaFIFO, RealFIFO or atomic', text)),
      featureGates: optional(described('Gates of client-go that were set otherwise than its release has them.', flags)),
      checksStreamedLists: optional(described('Each streamed list was compared with a plain one.', flag)),
      resyncPeriodMs: optional(described('Milliseconds; absent: the default of clientGo.', number)),
      informers: optional(described('Of a session: each of its informers. Absent: there is one, of which the other fields tell.', list(informer))),
    }),
  ),
  'input.list': described(
    'With --input: the answer to a list, masked.',
    record<ListInput>({
      kind: constant('input.list'),
      t,
      informer: whose,
      options: object,
      page: optional(
        record<NonNullable<ListInput['page']>>({
          kind: text,
          resourceVersion: text,
          continue: optional(text),
          remainingItemCount: optional(number),
          items: list(object),
          bytes: count,
        }),
      ),
      error: optional(inputError),
    }),
  ),
  'input.watch': described(
    'With --input: a watch was opened, brought events, or ended; masked.',
    record<WatchInput>({
      kind: constant('input.watch'),
      t,
      informer: whose,
      watch: described('Counts the watches of the informer from 1.', count),
      options: optional(object),
      events: optional(list(record<NonNullable<WatchInput['events']>[number]>({ type: text, object: optional(anything) }))),
      closed: optional(constant(true)),
      error: optional(inputError),
    }),
  ),
  cache: described('With --cache: an object of the cache, at the end.', record<CacheLine>({ kind: constant('cache'), key: text, object })),
  summary: described(
    'The last line.',
    record<SummaryLine>({ kind: constant('summary'), synced: flag, objects: count, resourceVersion: described('The Reflector’s; empty when it has none.', text) }),
  ),
};
