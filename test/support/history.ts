import type { Random } from '../../extension/base/random.ts';
import { ApiError, ConnectionError } from '../../extension/kube/status.ts';
import type { FakeApiServer } from './fakeApiServer.ts';
import type { FakeClock } from './fakeClock.ts';
import { befall } from './serverTrouble.ts';

/** One thing that happens, to objects, to connections, to the server's memory or to the pipeline. */
export type HistoryStep =
  | { readonly do: 'put' | 'delete' | 'recreate'; readonly key: number }
  /** The watch expires inside its stream. */
  | { readonly do: 'expire' }
  /** Every watch breaks off: as streams do, or with a fault. */
  | { readonly do: 'drop' | 'break' }
  /** Watches break, things change, and the server forgets where they were: what comes next is a relist with a gap. */
  | { readonly do: 'gap'; readonly keys: readonly number[] }
  | { readonly do: 'bookmark' }
  | { readonly do: 'failList' | 'failWatch'; readonly code: number }
  /** Pops are held, until they are let go. */
  | { readonly do: 'hold' | 'release' }
  | { readonly do: 'wait'; readonly ms: number };

const codes = [0, 429, 500, 503, 410];

/** A step drawn by chance. @param keys how many objects there may be */
export function randomStep(random: Random, keys: number): HistoryStep {
  const below = (bound: number): number => Math.floor(random() * bound);
  const draw = random();
  if (draw < 0.62) return { do: (['put', 'put', 'put', 'delete', 'recreate'] as const)[below(5)]!, key: below(keys) };
  if (draw < 0.66) return { do: 'expire' };
  if (draw < 0.71) return { do: below(2) ? 'drop' : 'break' };
  if (draw < 0.77) return { do: 'gap', keys: Array.from({ length: 1 + below(3) }, () => below(keys)) };
  if (draw < 0.8) return { do: 'bookmark' };
  if (draw < 0.83) return { do: below(2) ? 'failList' : 'failWatch', code: codes[below(codes.length)]! };
  if (draw < 0.91) return { do: below(2) ? 'hold' : 'release' };
  return { do: 'wait', ms: [1, 500, 2500, 20_000][below(4)]! };
}

/** As a line of a golden text. */
export function describeStep(step: HistoryStep): string {
  switch (step.do) {
    case 'put':
    case 'delete':
    case 'recreate':
      return `${step.do} ${nameOf(step.key)}`;
    case 'gap':
      return `gap, in which ${step.keys.map(nameOf).join(', ')} ${step.keys.length === 1 ? 'is' : 'are'} deleted or created`;
    case 'failList':
    case 'failWatch':
      return `the next ${step.do.slice(4).toLowerCase()} fails: ${step.code || 'refused'}`;
    case 'hold':
      return 'pops are held';
    case 'release':
      return 'pops are let go';
    case 'wait':
      return `${step.ms} ms pass`;
    case 'expire':
      return 'the watch expires';
    case 'drop':
      return 'the watch closes';
    case 'break':
      return 'the watch breaks';
    case 'bookmark':
      return 'bookmark';
  }
}

/** What a history moves besides the server. */
export interface HistoryPorts {
  readonly gate: { close(point: 'queue.pop'): void; open(): void };
  readonly clock: FakeClock;
}

/** Makes it happen, and lets follow what follows without time passing. */
export async function playStep(step: HistoryStep, server: FakeApiServer, { gate, clock }: HistoryPorts): Promise<void> {
  switch (step.do) {
    case 'put':
      put(server, step.key);
      break;
    case 'delete':
      server.delete(nameOf(step.key));
      break;
    case 'recreate':
      server.delete(nameOf(step.key));
      put(server, step.key);
      break;
    case 'gap':
      server.dropWatches();
      for (const key of step.keys) {
        if (server.get(nameOf(key))) server.delete(nameOf(key));
        else put(server, key);
      }
      server.compact();
      break;
    case 'failList':
      server.listFailures.push(failure(step.code));
      break;
    case 'failWatch':
      server.watchFailures.push(failure(step.code));
      break;
    case 'hold':
      gate.close('queue.pop');
      break;
    case 'release':
      gate.open();
      break;
    case 'wait':
      await clock.advance(step.ms);
      return;
    default:
      befall(step, server);
  }
  await clock.settle();
}

/** Objects live in two namespaces. */
function nameOf(key: number): string {
  return `n${key % 2}/k${key}`;
}

function put(server: FakeApiServer, key: number): void {
  server.put(`n${key % 2}`, `k${key}`);
}

function failure(code: number): Error {
  if (code === 0) return new ConnectionError('refused', 'nobody listens', { server: 's' });
  const reason = { 410: 'Expired', 429: 'TooManyRequests', 500: 'InternalError' }[code] ?? 'ServiceUnavailable';
  return new ApiError({ code, reason });
}
