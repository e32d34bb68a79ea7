import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { seededRandom } from '../../../../extension/base/random.ts';
import { LeaseLock } from '../../../../extension/controller/leaseLock.ts';
import { ReconcileRun } from '../../../../extension/controller/reconcileRun.ts';
import { TracedClient } from '../../../../extension/controller/tracedClient.ts';
import type { WriteTransport } from '../../../../extension/controller/writeTransport.ts';
import type { IntrospectionClient } from '../../../../extension/inspector/introspection/introspectionClient.ts';
import { ServerStory } from '../../../../extension/inspector/introspection/serverStory.ts';
import type { FactLine } from '../../../../extension/introspection/apiserverFact.ts';
import { openGate } from '../../../../extension/trace/gate.ts';
import { Tracer } from '../../../../extension/trace/tracer.ts';
import { answered, committed, type FactDraft, received } from '../../../support/factStory.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

/** Which writes of a session are its own in what the API server tells: those that have an entry. */

const lease = { namespace: 'd', name: 'leader' };
const { signal } = new AbortController();
let clock: FakeClock;
let tracer: Tracer;
let story: ServerStory;
let transport: WriteTransport;
let tell: ((facts: readonly FactLine[]) => void) | undefined;
/** What each write was called; the server names it where nobody has. */
let sent: string[];

beforeEach(async () => {
  clock = new FakeClock();
  tracer = new Tracer(clock);
  tell = undefined;
  sent = [];
  const client: Pick<IntrospectionClient, 'follow'> = {
    follow: (onFacts, over) => {
      tell = onFacts;
      return new Promise((resolve) => over.addEventListener('abort', () => resolve()));
    },
  };
  story = new ServerStory({ introspection: async () => client as IntrospectionClient, tracer, clock, random: seededRandom(1), logger: silentLogger });
  transport = story.named(async (_request, { auditId = 'by-the-server' }) => {
    sent.push(auditId);
    return { code: 200 };
  });
  await expect.poll(() => tell !== undefined).toBe(true);
});
afterEach(() => story.dispose());

const facts = (...drafts: readonly FactDraft[]): void => tell!(drafts.map((draft, index) => Object.assign({ seq: index + 1 }, draft, { at: clock.wallTime() }) as FactLine));

it('a reconciler’s write is tied to its entry', async () => {
  const run = new ReconcileRun({ key: 'd/web', cause: [], signal, controller: 'web', gate: openGate, probe: tracer });
  await new TracedClient({ run, transport, writes: { dryRun: false }, clock }).delete('v1/pods', 'd', 'web');
  const [name] = sent as [string];
  facts(received(name, { verb: 'delete' }), committed(7, name), answered(name, 200, { verb: 'delete' }));
  const entries = [...tracer.entries()];
  const write = entries.find(({ kind }) => kind === 'reconcile.write')!;
  const request = entries.find(({ kind }) => kind === 'apiserver.request')!;
  expect(request.cause).toEqual([write.seq]);
  expect(entries.find(({ kind }) => kind === 'apiserver.commit')!.cause).toEqual([request.seq]);
  expect(clock.pending).toBe(0);
});

it('one of which no entry tells, as that of a Lease, is waited for by nothing', async () => {
  const lock = new LeaseLock({ lease, get: () => Promise.reject(new Error('not there')), transport, fieldManager: 'web' });
  await lock.create({ holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: '', renewTime: '', leaseTransitions: 0 }, signal);
  const [name] = sent as [string];
  facts(received(name, { verb: 'create' }), committed(7, name, 'd/leader', 'coordination.k8s.io/v1/leases'), answered(name, 201, { verb: 'create' }));
  await clock.advance(5_000);
  expect(clock.pending).toBe(0);
});
