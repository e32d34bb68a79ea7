import { ApiError, ConnectionError } from '../../extension/kube/status.ts';
import type { FakeApiServer } from './fakeApiServer.ts';
import { errorEvent } from './objects.ts';

/** What befalls an informer by its server, and is over at once. */
export type ServerTrouble =
  /** Every watch ends: as watches do, because nothing came, or in the middle of an event. */
  | { readonly do: 'drop' | 'silence' | 'break' }
  /** A watch is told that its version has expired; or it will be, for the server forgets what has been. */
  | { readonly do: 'expire' | 'compact' }
  | { readonly do: 'bookmark' | 'forgetWatchList' }
  /** The next one is refused. `error`: which of them it is */
  | { readonly do: 'failList' | 'failWatch'; readonly error: number };

export const serverErrors: readonly (() => Error)[] = [
  () => new ApiError({ code: 500, reason: 'InternalError' }),
  () => new ApiError({ code: 503, reason: 'ServiceUnavailable' }),
  () => new ApiError({ code: 429, reason: 'TooManyRequests' }, 1),
  () => new ApiError({ code: 410, reason: 'Expired' }),
  () => new ApiError({ code: 401, reason: 'Unauthorized' }),
  () => new ApiError({ code: 403, reason: 'Forbidden' }),
  () => new ApiError({ code: 404, reason: 'NotFound' }),
  () => new ConnectionError('refused', 'refused', { server: 's' }),
  () => new ConnectionError('reset', 'reset', { server: 's' }),
];

export function befall(trouble: ServerTrouble, server: FakeApiServer): void {
  switch (trouble.do) {
    case 'drop':
      return server.dropWatches();
    case 'silence':
      return server.dropWatches(new ConnectionError('silent', 'nothing came', { server: 's' }));
    case 'break':
      return server.dropWatches(new ConnectionError('decode', 'broken', { server: 's' }));
    case 'expire':
      return server.sendToWatches(errorEvent(410, 'Expired'));
    case 'compact':
      return server.compact();
    case 'bookmark':
      return server.sendBookmarks();
    case 'forgetWatchList':
      server.supportsWatchList = false;
      return undefined;
    case 'failList':
      server.listFailures.push(serverErrors[trouble.error]!());
      return undefined;
    case 'failWatch':
      server.watchFailures.push(serverErrors[trouble.error]!());
      return undefined;
  }
}
