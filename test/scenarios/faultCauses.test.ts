import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import { causesOf } from '../../extension/debugger/chain/causeWalk.ts';
import { EffectWalk } from '../../extension/debugger/chain/effectWalk.ts';
import type { FaultRequest } from '../../extension/inspector/faults/sessionFaults.ts';
import type { IntrospectionClient } from '../../extension/inspector/introspection/introspectionClient.ts';
import type { Session } from '../../extension/inspector/session.ts';
import { type FaultKind, faultKinds } from '../../extension/introspection/faults.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import type { TraceEntry, TraceKind } from '../../extension/trace/entry.ts';
import { PlaygroundSession } from '../support/playgroundSession.ts';

/** Each kind of fault, switched on in a playground in its process: the extension's session finds it in the chain of what it led to. */

const configMaps = parseResource('v1/configmaps')!;
const secrets = parseResource('v1/secrets')!;
const informer = 'v1/configmaps';

let opened: PlaygroundSession;
let session: Session;
let person: Cluster;
let client: IntrospectionClient;
/** Entries before it are of what was done before. */
let from = 0;
let writes = 0;

beforeAll(async () => {
  opened = await PlaygroundSession.open();
  ({ session } = opened);
  person = await opened.client({ userAgent: 'kubectl' });
  client = (await opened.playground.introspection())!;
  session.informers.start(configMaps, {});
});
afterAll(() => opened?.close());

const entries = (): readonly TraceEntry[] => [...session.tracer.entries(from)];

const patch = (resource = configMaps, name = 'web-content') =>
  person.objects.write({ verb: 'patch', resource, namespace: 'default', name, body: { metadata: { annotations: { at: String(++writes) } } } }, { dryRun: false }, new AbortController().signal);

async function inject(fault: FaultRequest): Promise<void> {
  await client.addFault(fault);
}

/** One of these kinds that comes of such a fault; written to, time and again, until it is there. */
async function comesOf(fault: FaultKind, kinds: readonly TraceKind[], doing: () => Promise<unknown> = patch): Promise<void> {
  const found = async (): Promise<boolean> => {
    await doing();
    return entries().some((entry) => {
      if (!kinds.includes(entry.kind) || entry.informer !== informer) return false;
      return causesOf(session.tracer, entry).entries.some((each) => each.seq >= from && each.kind === 'apiserver.fault' && each.fault === fault) || entries().some((each) => each.kind === 'apiserver.fault' && each.fault === fault && each.seenAs === entry.seq);
    });
  };
  await expect.poll(found, { timeout: 60_000, interval: 200, message: `nothing comes of ${fault}` }).toBe(true);
  const told = entries().find((entry) => entry.kind === 'apiserver.fault' && entry.fault === fault)!;
  expect(new EffectWalk(session.tracer, told).catchUp().entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining([expect.toBeOneOf([...kinds])]));
}

const ends = ['reflector.closed', 'reflector.error'] as const;
const watchScope = { resource: informer, verb: 'watch' };
const listScope = { resource: informer, verb: 'list' };
const nothing = async (): Promise<void> => undefined;

/** The watch is opened again, or the whole is listed again, under the fault. */
async function andThen(kind: FaultKind, provoke: 'dropWatch' | 'expireWatch', fault: FaultRequest, kinds: readonly TraceKind[]): Promise<void> {
  await inject(fault);
  await inject({ kind: provoke, scope: { resource: informer } });
  await comesOf(kind, kinds);
}

const scope = { resource: informer };
/** What a watch cache has, compaction does not take: no informer hears of it before its server begins anew, so it leads to nothing by itself here. */
type Led = Exclude<FaultKind, 'compact'>;
const stories: Readonly<Record<Led, () => Promise<void>>> = {
  dropWatch: async () => (await inject({ kind: 'dropWatch', scope }), comesOf('dropWatch', ends)),
  stallWatch: async () => (await inject({ kind: 'stallWatch', scope, ms: 1_000 }), comesOf('stallWatch', ['reflector.event'])),
  cutObject: async () => (await inject({ kind: 'cutObject', scope: watchScope }), comesOf('cutObject', ends)),
  junkLine: async () => (await inject({ kind: 'junkLine', scope }), comesOf('junkLine', ends)),
  twoOnOneLine: async () => (await inject({ kind: 'twoOnOneLine', scope }), comesOf('twoOnOneLine', ['reflector.event'])),
  expireWatch: async () => (await inject({ kind: 'expireWatch', scope }), comesOf('expireWatch', ['reflector.error'])),
  noEndMarker: async () => {
    const streamed = session.informers.start(configMaps, { namespace: 'default' }, { clientGo: '1.36' });
    await inject({ kind: 'noEndMarker', scope });
    await expect.poll(() => entries().some((entry) => entry.kind === 'reflector.streaming' && causesOf(session.tracer, entry).entries.some((each) => each.kind === 'apiserver.fault' && each.fault === 'noEndMarker')), { timeout: 60_000 }).toBe(true);
    await session.informers.stop(streamed.name);
  },
  // Bookmarks come once a minute. Then the version that none has told is too old for a server that has begun anew.
  noBookmarks: async () => {
    await inject({ kind: 'noBookmarks', scope });
    await expect.poll(async () => (await patch(secrets, 'web-credentials'), entries().some((entry) => entry.kind === 'apiserver.fault' && entry.fault === 'noBookmarks' && entry.informer === informer)), { timeout: 150_000, interval: 1_000 }).toBe(true);
    await inject({ kind: 'restart' });
    await comesOf('noBookmarks', ['reflector.error'], nothing);
  },
  slowWatcher: async () => (await inject({ kind: 'slowWatcher', scope, ms: 500 }), comesOf('slowWatcher', ['reflector.event'])),
  duplicateEvent: async () => (await inject({ kind: 'duplicateEvent', scope }), comesOf('duplicateEvent', ['reflector.event'])),
  loseEvent: async () => {
    await inject({ kind: 'loseEvent', scope });
    await patch();
    await inject({ kind: 'expireWatch', scope });
    await comesOf('loseEvent', ['queue.add', 'store.update'], nothing);
  },
  holdHeaders: () => andThen('holdHeaders', 'dropWatch', { kind: 'holdHeaders', scope: watchScope, ms: 300 }, ['reflector.accepted']),
  slowAnswer: () => andThen('slowAnswer', 'expireWatch', { kind: 'slowAnswer', scope: listScope, ms: 300, times: 1 }, ['reflector.listed']),
  status: () => andThen('status', 'dropWatch', { kind: 'status', scope: watchScope, code: 500 }, ['reflector.error']),
  tooLarge: () => andThen('tooLarge', 'dropWatch', { kind: 'tooLarge', scope: watchScope }, ['reflector.error']),
  staleRead: () => andThen('staleRead', 'expireWatch', { kind: 'staleRead', scope: listScope, times: 1 }, ['reflector.listed']),
  lag: async () => (await inject({ kind: 'lag', scope, ms: 300 }), comesOf('lag', ['reflector.event'])),
  restart: async () => (await inject({ kind: 'restart' }), comesOf('restart', ends, nothing)),
  restore: async () => (await inject({ kind: 'restore', ms: 1_000 }), comesOf('restore', ends, nothing)),
};

it.each(faultKinds.filter((kind): kind is Led => kind !== 'compact'))('%s', { timeout: 240_000 }, async (kind) => {
  await client.clearFaults();
  // It watches, and is told why it hears of what is written: of a request that was sent before anybody listened there is nothing.
  const start = session.tracer.lastSeq;
  await expect.poll(async () => (await patch(), [...session.tracer.entries(start + 1)].some((entry) => entry.kind === 'apiserver.sent' && entry.informer === informer)), { timeout: 120_000, interval: 500 }).toBe(true);
  from = session.tracer.lastSeq + 1;
  await stories[kind]();
  await client.clearFaults();
});
