/** `GET /flow-control`: who is let in, who waits, and who was sent away. */
export interface FlowControlView {
  /** `--max-requests-inflight` and `--max-mutating-requests-inflight`: seats that the priority levels share. */
  readonly maxReading: number;
  readonly maxMutating: number;
  /** Requests that are being answered now; watches hold a seat only while they begin. */
  readonly reading: number;
  readonly mutating: number;
  readonly watching: number;
  /** Most important first. */
  readonly levels: readonly PriorityLevelView[];
  readonly schemas: readonly FlowSchemaView[];
}

/** As a PriorityLevelConfiguration has it. */
export interface PriorityLevelView {
  readonly name: string;
  /** Never waits, and is never sent away. */
  readonly exempt: boolean;
  readonly shares: number;
  /** That its shares come to. */
  readonly seats: number;
  readonly seatsInUse: number;
  /** 0: it does not queue, but sends away at once. */
  readonly queues: number;
  readonly queueLength: number;
  readonly waiting: number;
  /** Queues that are not empty, longest first, the first ten. */
  readonly longest: readonly { readonly queue: number; readonly waiting: number; readonly flow: string }[];
  readonly dispatched: number;
  /** Answered with 429. */
  readonly rejected: number;
  readonly waitedMs: number;
}

/** As a FlowSchema has it. */
export interface FlowSchemaView {
  readonly name: string;
  readonly uid: string;
  /** Lower is asked first. */
  readonly precedence: number;
  readonly level: string;
  /** What tells flows apart; empty: all are one. */
  readonly distinguisher: 'ByUser' | 'ByNamespace' | '';
  readonly matched: number;
  readonly rejected: number;
}

/** `POST /max-inflight` `{ reading?, mutating? }`: whole numbers from 0 to `mostInflight`, one of them at least not 0. */
export interface InflightLimits {
  readonly reading: number;
  readonly mutating: number;
}

/** As the flags `--max-requests-inflight` and `--max-mutating-requests-inflight` of kube-apiserver have them where nothing is said. */
export const defaultInflight: InflightLimits = { reading: 400, mutating: 200 };

/** Of each. */
export const mostInflight = 10_000;

/** Both at 0 would let nobody in; the API server does not start so, either. */
export function letsNobodyIn({ reading, mutating }: InflightLimits): boolean {
  return reading + mutating === 0;
}
