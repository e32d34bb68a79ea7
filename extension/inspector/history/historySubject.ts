import type { Event } from '../../base/emitter.ts';
import type { Stepper } from '../../debugger/stepper.ts';
import type { Tracer } from '../../trace/tracer.ts';
import type { SessionFigures } from '../figures/sessionFigures.ts';
import type { PipelineCounters } from '../pipelineCounters.ts';
import type { Connection } from '../sessionConnection.ts';
import type { SessionControllers } from '../sessionControllers.ts';
import type { SessionInformers } from '../sessionInformers.ts';
import type { SessionLints } from '../sessionLints.ts';

/** What of a session is recorded. */
export interface HistorySubject {
  readonly tracer: Tracer;
  readonly stepper: Stepper;
  readonly counters: PipelineCounters;
  readonly figures: SessionFigures;
  readonly lints: Pick<SessionLints, 'copy'>;
  readonly connection: Connection;
  readonly onConnectionChange: Event<void>;
  readonly informers: Pick<SessionInformers, 'all' | 'stateOf' | 'onChange'>;
  readonly controllers: Pick<SessionControllers, 'all' | 'running' | 'onChange'>;
}
