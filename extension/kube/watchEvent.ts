/** What a watch stream may carry. Anything else is reported and skipped. */
export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** One frame of a watch stream, not yet checked: a server may send any JSON. */
export interface WatchEvent {
  readonly type: string;
  readonly object: unknown;
}

/** On a bookmark: the initial events of a streamed list end here. */
export const initialEventsEndAnnotation = 'k8s.io/initial-events-end';
