import { type Check, count, flag, list, name, nullable, number, oneOf, prose, record, text, word } from '../checks.ts';
import type { HistogramView } from './queues.ts';
import { type InsideLook, insideLook } from './server/insideLook.ts';
import { type InsidePicture, insidePicture } from './server/insidePicture.ts';

/** What is known of the API server, what was asked of it, and, where it shows that, how it looks inside. */
export interface ServerLook {
  readonly inside: InsideLook;
}

export interface ServerPicture {
  /** Empty: none is known. */
  readonly address: string;
  readonly connection: 'connecting' | 'connected' | 'failed';
  /** `v1.34.0`; empty while it has not said, or where it does not say. */
  readonly version: string;
  /** Who asks. Null: nobody does. */
  readonly identity: IdentityView | null;
  /** Null: of this time nothing was counted. */
  readonly requests: RequestsView | null;
  /** Null: it is hidden, as everywhere but on the playground. */
  readonly inside: InsidePicture | null;
}

export interface IdentityView {
  /** Name of the user in the kubeconfig; empty: anonymous. */
  readonly user: string;
  /** Over plain http, where the server is not told. */
  readonly withheld: boolean;
  /** As whom it asks; null: as itself. */
  readonly impersonated: ImpersonatedView | null;
  /** In whose place that one was chosen; empty: in nobody's. */
  readonly replaced: string;
}

export interface ImpersonatedView {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: readonly ExtraView[];
  /** Groups and extras that are not listed. */
  readonly more: number;
}

export interface ExtraView {
  readonly name: string;
  readonly values: readonly string[];
}

export interface RequestsView {
  /** All that was sent, and of that what was answered by 400 and above, or not at all. */
  readonly sent: number;
  readonly refused: number;
  readonly unanswered: number;
  /** Of the answers, decompressed. */
  readonly bytes: number;
  /** Held back by the client's own rate limit, for so long together. */
  readonly throttled: number;
  readonly throttledMs: number;
  /** From sending to the head of the answer, of everything but watches. */
  readonly latency: HistogramView;
  /** Those of which there was most first. */
  readonly kinds: readonly KindView[];
  /** Answers of 429, and the newest of them. */
  readonly tooMany: number;
  readonly refusals: readonly RefusalView[];
  readonly watches: readonly WatchView[];
}

export interface KindView {
  readonly verb: string;
  readonly resource: string;
  readonly requests: number;
  readonly refused: number;
  readonly unanswered: number;
  readonly bytes: number;
  /** Milliseconds: the bound below which that share of the answers came; -1: beyond all bounds, or none came. */
  readonly p50: number;
  readonly p99: number;
}

export interface RefusalView {
  readonly verb: string;
  readonly resource: string;
  readonly agoMs: number;
  /** Seconds that it asked to be waited for; -1: it did not. */
  readonly retryAfter: number;
  /** UIDs of what priority and fairness refused it by; empty: it was something else. */
  readonly flowSchema: string;
  readonly priorityLevel: string;
}

export interface WatchView {
  readonly resource: string;
  readonly openMs: number;
  readonly quietMs: number;
  readonly bytes: number;
}

/** How much is shown of it. */
export const serverLimits = { kinds: 100, refusals: 20, watches: 200, groups: 50, extra: 50 } as const;

export const serverLook: Check<ServerLook> = record<ServerLook>({ inside: insideLook });

const requests = record<RequestsView>({
  sent: count,
  refused: count,
  unanswered: count,
  bytes: count,
  throttled: count,
  throttledMs: number,
  latency: record<HistogramView>({ bounds: list(number), counts: list(count), count, sum: number }),
  kinds: list(record<KindView>({ verb: word, resource: prose, requests: count, refused: count, unanswered: count, bytes: count, p50: number, p99: number }), serverLimits.kinds),
  tooMany: count,
  refusals: list(record<RefusalView>({ verb: word, resource: prose, agoMs: number, retryAfter: number, flowSchema: word, priorityLevel: word }), serverLimits.refusals),
  watches: list(record<WatchView>({ resource: prose, openMs: number, quietMs: number, bytes: count }), serverLimits.watches),
});

const identity = record<IdentityView>({
  user: name,
  withheld: flag,
  impersonated: nullable(
    record<ImpersonatedView>({
      user: name,
      uid: name,
      groups: list(name, serverLimits.groups),
      extra: list(record<ExtraView>({ name, values: list(name, serverLimits.extra) }), serverLimits.extra),
      more: count,
    }),
  ),
  replaced: name,
});

export const serverPicture: Check<ServerPicture> = record<ServerPicture>({
  address: text(2048),
  connection: oneOf('connecting', 'connected', 'failed'),
  version: word,
  identity: nullable(identity),
  requests: nullable(requests),
  inside: insidePicture,
});
