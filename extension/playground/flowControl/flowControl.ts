import type { Clock } from '../../base/clock.ts';
import { defaultInflight, type FlowControlView, type FlowSchemaView, type InflightLimits } from '../../introspection/flowControl.ts';
import { type FlowConfiguration, type FlowSchemaSpec, suggestedFlowConfiguration } from './flowConfiguration.ts';
import type { FlowRequest } from './flowRequest.ts';
import { distinguish, matchesFlow } from './matchFlow.ts';
import { type GiveBack, PriorityLevel, type Refusal } from './priorityLevel.ts';
import { type ObjectCount, requestWidth } from './requestWidth.ts';
import { SeatPool } from './seatPool.ts';

/** A quarter of the time that a request may take, as in the API server (`RequestTimeout` of a minute). */
const defaultWaitLimitMs = 15_000;

export interface FlowControlOptions {
  readonly limits?: InflightLimits | undefined;
  readonly configuration?: FlowConfiguration;
  readonly waitLimitMs?: number;
  readonly clock: Clock;
  /** Of the object that tells of it. */
  readonly uid: (kind: 'schema' | 'level', name: string) => string;
  readonly objectsOf: ObjectCount;
}

/** Where a request was put: what its answer says of that in its headers. */
export interface Placed {
  readonly schemaUid: string;
  readonly levelUid: string;
}

export type Admission = Placed & ({ readonly giveBack: GiveBack } | { readonly refused: Refusal });

interface FlowSchema {
  readonly spec: FlowSchemaSpec;
  readonly uid: string;
  readonly level: PriorityLevel;
  matched: number;
  rejected: number;
}

/**
 * API priority and fairness: every request is put into a flow of a priority level, and waits there until the level has seats for
 * it. What one level, or one flow, asks too much of keeps no other waiting.
 */
export class FlowControl {
  readonly #levels: readonly PriorityLevel[];
  readonly #schemas: readonly FlowSchema[];
  readonly #pool: SeatPool;
  readonly #objectsOf: ObjectCount;
  #limits: InflightLimits;
  /** Requests that hold seats now. */
  #reading = 0;
  #mutating = 0;

  constructor({ limits = defaultInflight, configuration = suggestedFlowConfiguration, waitLimitMs = defaultWaitLimitMs, clock, uid, objectsOf }: FlowControlOptions) {
    this.#limits = limits;
    this.#objectsOf = objectsOf;
    this.#levels = configuration.levels.map((spec) => new PriorityLevel(spec, uid('level', spec.name), clock, waitLimitMs));
    const levelOf = new Map(this.#levels.map((level) => [level.spec.name, level]));
    this.#schemas = configuration.schemas
      .toSorted((one, other) => one.matchingPrecedence - other.matchingPrecedence)
      .map((spec) => ({ spec, uid: uid('schema', spec.name), level: levelOf.get(spec.level)!, matched: 0, rejected: 0 }));
    this.#pool = new SeatPool(this.#levels.filter(({ spec }) => !spec.exempt), 0);
    for (const level of this.#levels) if (!level.spec.exempt) level.onGiveBack = () => this.#dispatch();
    this.#share();
  }

  get limits(): InflightLimits {
    return this.#limits;
  }

  /** They may be lowered while more are in use: then nobody gets in until fewer are. */
  set limits(limits: InflightLimits) {
    this.#limits = limits;
    this.#share();
    this.#dispatch();
  }

  /** At once where there is room, and a promise where one must wait. @param signal of a client that goes while it waits */
  enter(request: FlowRequest, signal: () => AbortSignal): Admission | Promise<Admission> {
    // The last one is for everybody.
    const schema = this.#schemas.find(({ spec }) => matchesFlow(spec, request)) ?? this.#schemas.at(-1)!;
    const { level, spec, uid } = schema;
    schema.matched++;
    const placed: Placed = { schemaUid: uid, levelUid: level.uid };
    let admission: Admission | undefined;
    let settle = (settled: Admission): void => void (admission = settled);
    const takeBack = level.enter(
      {
        flow: `${spec.name}/${distinguish(spec, request)}`,
        width: level.spec.exempt ? 1 : requestWidth(request, level.mostWidth, this.#objectsOf),
        admit: (giveBack) => settle({ ...placed, giveBack: this.#counted(request, giveBack) }),
        refuse: (refused) => {
          if (refused !== 'gone') schema.rejected++;
          settle({ ...placed, refused });
        },
      },
      this.#pool,
    );
    if (admission || !takeBack) return admission!;
    return new Promise((resolve) => {
      const gone = signal();
      settle = (settled) => {
        gone.removeEventListener('abort', takeBack);
        resolve(settled);
      };
      if (gone.aborted) takeBack();
      else gone.addEventListener('abort', takeBack, { once: true });
    });
  }

  /** @param watching open watches, which hold no seat */
  view(watching: number): FlowControlView {
    return {
      maxReading: this.#limits.reading,
      maxMutating: this.#limits.mutating,
      reading: this.#reading,
      mutating: this.#mutating,
      watching,
      levels: this.#levels.map((level) => level.view()),
      schemas: this.#schemas.map(schemaView),
    };
  }

  /** Sends away all who wait. */
  close(): void {
    for (const level of this.#levels) level.close();
  }

  #counted({ attributes: { verb } }: FlowRequest, giveBack: GiveBack): GiveBack {
    const reads = isReading(verb);
    if (reads) this.#reading++;
    else this.#mutating++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      if (reads) this.#reading--;
      else this.#mutating--;
      giveBack();
    };
  }

  /** Each level its part, rounded up, of both limits together. */
  #share(): void {
    const total = this.#limits.reading + this.#limits.mutating;
    this.#pool.total = total;
    const shares = this.#levels.reduce((sum, { spec }) => sum + spec.shares, 0);
    for (const level of this.#levels) {
      level.nominal = Math.ceil((total * level.spec.shares) / shares);
      level.guaranteed = level.nominal - Math.round((level.nominal * level.spec.lendablePercent) / 100);
    }
  }

  /** Who asks for no more than his own is before all who borrow. */
  #dispatch(): void {
    for (const borrows of [false, true]) for (const level of this.#levels) if (level.isCrowded) level.dispatch(this.#pool, borrows);
  }
}

function isReading(verb: string): boolean {
  return verb === 'get' || verb === 'list' || verb === 'watch' || verb === 'head';
}

function schemaView({ spec: { name, matchingPrecedence, level, distinguisher }, uid, matched, rejected }: FlowSchema): FlowSchemaView {
  return { name, uid, precedence: matchingPrecedence, level, distinguisher, matched, rejected };
}
