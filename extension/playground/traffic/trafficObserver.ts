import type { ApiObserver } from '../api/apiObserver.ts';
import type { Traffic } from './traffic.ts';

/** Tells an observer all that there is, and the traffic what is of interest to it. */
export function trafficObserver(observer: ApiObserver, traffic: Traffic): ApiObserver {
  return {
    received: (request) => observer.received(request),
    started: (request) => observer.started(request),
    completed: (request) => observer.completed(request),
    read: (definition, source, objects) => traffic.read(definition, source, objects),
    sent: (definition, watcher, frames, length) => {
      traffic.sent(definition, watcher, frames, length);
      observer.sent(definition, watcher, frames, length);
    },
  };
}
