import { type Check, count, flag, list, name, number, oneOf, prose, record, word } from '../../checks.ts';
import { insideLimits } from './insideLook.ts';

/** Requests that are being answered. */
export interface InflightPart {
  readonly total: number;
  readonly rows: readonly InflightRow[];
}

export interface InflightRow {
  readonly verb: string;
  readonly path: string;
  readonly query: string;
  readonly user: string;
  readonly userAgent: string;
  /** 0: the answer has not begun. */
  readonly code: number;
  readonly sinceMs: number;
}

/** Who is let in, who waits, and who was sent away. */
export interface FlowPart {
  readonly maxReading: number;
  readonly maxMutating: number;
  readonly reading: number;
  readonly mutating: number;
  readonly watching: number;
  /** Most important first. */
  readonly levels: readonly LevelRow[];
  readonly schemas: readonly SchemaRow[];
}

export interface LevelRow {
  readonly name: string;
  readonly exempt: boolean;
  readonly shares: number;
  readonly seats: number;
  readonly seatsInUse: number;
  /** 0: it does not queue. */
  readonly queues: number;
  readonly queueLength: number;
  readonly waiting: number;
  readonly longest: readonly { readonly queue: number; readonly waiting: number; readonly flow: string }[];
  readonly dispatched: number;
  readonly rejected: number;
  readonly waitedMs: number;
}

export interface SchemaRow {
  readonly name: string;
  readonly precedence: number;
  readonly level: string;
  readonly distinguisher: 'ByUser' | 'ByNamespace' | '';
  readonly matched: number;
  readonly rejected: number;
}

export const inflightPart: Check<InflightPart> = record<InflightPart>({
  total: count,
  rows: list(record<InflightRow>({ verb: word, path: prose, query: prose, user: name, userAgent: prose, code: count, sinceMs: number }), insideLimits.requests),
});

export const flowPart: Check<FlowPart> = record<FlowPart>({
  maxReading: count,
  maxMutating: count,
  reading: count,
  mutating: count,
  watching: count,
  levels: list(
    record<LevelRow>({
      name,
      exempt: flag,
      shares: number,
      seats: number,
      seatsInUse: number,
      queues: count,
      queueLength: count,
      waiting: count,
      longest: list(record<LevelRow['longest'][number]>({ queue: count, waiting: count, flow: prose }), insideLimits.longest),
      dispatched: count,
      rejected: count,
      waitedMs: number,
    }),
    insideLimits.levels,
  ),
  schemas: list(
    record<SchemaRow>({ name, precedence: count, level: name, distinguisher: oneOf<SchemaRow['distinguisher']>('ByUser', 'ByNamespace', ''), matched: count, rejected: count }),
    insideLimits.schemas,
  ),
});
