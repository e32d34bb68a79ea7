import type { Session } from '../session.ts';

/** What of a session is recorded. */
export type HistorySubject = Pick<Session, 'tracer' | 'stepper' | 'counters' | 'connection' | 'onConnectionChange'> & {
  readonly informers: Pick<Session['informers'], 'all' | 'stateOf' | 'onChange'>;
  readonly controllers: Pick<Session['controllers'], 'all' | 'running' | 'onChange'>;
};
