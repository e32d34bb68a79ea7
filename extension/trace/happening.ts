/**
 * What changes the engine and is no step of the pipeline, so that no entry tells of it. Whoever runs the engine again over what was
 * recorded has to know when it came.
 */
export type Happening =
  | {
      readonly kind: 'informer.handler';
      readonly informer: string;
      /** Counts the handlers of the informer. */
      readonly handler: number;
      readonly name: string;
      readonly isSelective: boolean;
      /** It is told of everything that is cached: it came after the start. */
      readonly isLate: boolean;
    }
  | { readonly kind: 'informer.indexed'; readonly informer: string; /** Names of indexes that its cache has from now on. */ readonly indexes: readonly string[] }
  | { readonly kind: 'informer.handlerGone'; readonly informer: string; readonly handler: number }
  | {
      /** A tick of the resync timer: what is a sync goes to these handlers until the next. */
      readonly kind: 'informer.resync';
      readonly informer: string;
      readonly handlers: readonly number[];
      /** A resync begins. */
      readonly isDue: boolean;
    }
  | {
      /** What comes instead of an event that the server has sent: somebody has made it up. */
      readonly kind: 'informer.forged';
      readonly informer: string;
      readonly event: { readonly type: string; readonly object: unknown };
    }
  | { readonly kind: 'workqueue.opened'; readonly queue: string; readonly type: WorkQueueType; readonly limiter?: object }
  | { readonly kind: 'workqueue.shutDown'; readonly queue: string };

export type WorkQueueType = 'fifo' | 'delaying' | 'rateLimiting' | 'priority';
