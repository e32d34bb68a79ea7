import { sum } from '../../base/sum.ts';
import { type KindFigures, latencyBounds, type Latencies, type Refusal, type RequestFigures } from '../../cluster/requestStats.ts';
import { limits } from '../../protocol/checks.ts';
import { type RequestsView, serverLimits } from '../../protocol/pages/server.ts';
import { identityView } from './identityView.ts';
import type { Page } from './page.ts';
import { insideView } from './server/insideView.ts';

/** What is known of any API server: who it is, and what was asked of it by this session; and the inside of one that shows it. */
export const serverPage: Page<'server'> = ({ session, inside }) => {
  const { connection, server } = session;
  return {
    address: (server?.address ?? '').slice(0, limits.name),
    connection: connection.phase,
    version: connection.phase === 'connected' ? (connection.version ?? '').slice(0, limits.word) : '',
    identity: server?.identity ? identityView(server.identity) : null,
    requests: server?.requests ? requestsView(server.requests) : null,
    inside: inside ? insideView(inside, session) : null,
  };
};

function requestsView({ kinds, refusals, tooMany, watches }: RequestFigures): RequestsView {
  const answered = kinds.filter(({ verb }) => verb !== 'watch').map(({ latencies }) => latencies);
  return {
    sent: sum(kinds, ({ requests }) => requests),
    refused: sum(kinds, ({ refused }) => refused),
    unanswered: sum(kinds, ({ unanswered }) => unanswered),
    bytes: sum(kinds, ({ bytes }) => bytes),
    throttled: sum(kinds, ({ throttled }) => throttled),
    throttledMs: sum(kinds, ({ throttledMs }) => throttledMs),
    latency: {
      bounds: latencyBounds,
      counts: Array.from({ length: latencyBounds.length + 1 }, (_, index) => sum(answered, ({ counts }) => counts[index] ?? 0)),
      count: sum(answered, ({ count }) => count),
      sum: sum(answered, (each) => each.sum),
    },
    kinds: kinds
      .toSorted((one, other) => other.requests - one.requests || other.bytes - one.bytes)
      .slice(0, serverLimits.kinds)
      .map(kindView),
    tooMany,
    refusals: refusals.slice(0, serverLimits.refusals).map(refusalView),
    // What has been quiet for longest is what a person looks for.
    watches: watches.toSorted((one, other) => other.quietMs - one.quietMs).slice(0, serverLimits.watches),
  };
}

function refusalView({ verb, resource, agoMs, retryAfterSeconds = -1, flowSchema, priorityLevel }: Refusal): RequestsView['refusals'][number] {
  return { verb, resource, agoMs, retryAfter: retryAfterSeconds, flowSchema, priorityLevel };
}

function kindView({ verb, resource, requests, refused, unanswered, bytes, latencies }: KindFigures): RequestsView['kinds'][number] {
  return { verb, resource, requests, refused, unanswered, bytes, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

/** The bound below which that share lies: all that classes know. */
function quantile({ counts, count }: Latencies, share: number): number {
  if (count === 0) return -1;
  let below = 0;
  for (const [index, each] of counts.entries()) {
    below += each;
    if (below >= share * count) return latencyBounds[index] ?? -1;
  }
  return -1;
}
