import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Clock } from '../../../../extension/base/clock.ts';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { systemClock } from '../../../../extension/base/systemClock.ts';
import type { FactLine } from '../../../../extension/introspection/apiserverFact.ts';
import { IntrospectionClient } from '../../../../extension/inspector/introspection/introspectionClient.ts';
import { IntrospectionError } from '../../../../extension/inspector/introspection/introspectionError.ts';
import { readIntrospectionAddress } from '../../../../extension/inspector/introspection/introspectionTransport.ts';
import { PlaygroundProcess } from '../../../../extension/inspector/playgroundProcess.ts';
import { createServerCertificate } from '../../../../extension/playground/server/certificates.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { PlaygroundProgram } from '../../../support/playgroundProgram.ts';

const program = path.resolve(import.meta.dirname, '../../../../extension/cli/playground.ts');

async function failure(promise: Promise<unknown>): Promise<IntrospectionError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!IntrospectionError.is(error)) throw new Error('it did not fail as it should', { cause: error });
  return error;
}

/** Resolves when `until` holds: facts come when they come. */
class FactReader {
  readonly facts: FactLine[] = [];
  readonly stop = new AbortController();
  readonly ended: Promise<void>;
  readonly opened: Promise<void>;
  #wake: (() => void) | undefined;

  constructor(client: IntrospectionClient) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.opened = promise;
    this.ended = client.follow(
      (facts) => {
        this.facts.push(...facts);
        this.#wake?.();
      },
      this.stop.signal,
      resolve,
    );
  }

  async until(holds: (fact: FactLine) => boolean): Promise<void> {
    while (!this.facts.some(holds)) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

/** What a user of the cluster does, with the kubeconfig. */
class User {
  readonly #server: string;
  readonly #ca: Buffer;
  readonly token: string;

  constructor(kubeconfig: string) {
    const { clusters, users } = parse(readFileSync(kubeconfig, 'utf8')) as {
      clusters: { cluster: { server: string; 'certificate-authority-data': string } }[];
      users: { user: { token: string } }[];
    };
    this.#server = clusters[0]!.cluster.server;
    this.#ca = Buffer.from(clusters[0]!.cluster['certificate-authority-data'], 'base64');
    this.token = users[0]!.user.token;
  }

  ask(method: string, target: string, { body, server = this.#server, token = this.token }: { body?: object; server?: string; token?: string } = {}): Promise<{ status: number; auditId: string; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'audit-id': 'mine-1' };
      const sending = request(`${server}${target}`, { method, ca: this.#ca, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject).on('end', () => resolve({ status: response.statusCode!, auditId: String(response.headers['audit-id']), text }));
      });
      sending.on('error', reject);
      sending.end(body && JSON.stringify(body));
    });
  }
}

// A real playground in a process of its own: what takes long is to start it, on a machine that may be busy.
describe('IntrospectionClient, on a real playground', { timeout: 120_000 }, () => {
  let playground: PlaygroundProcess;
  let client: IntrospectionClient;
  let user: User;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'introspection-'));
    playground = new PlaygroundProcess({ program, execPath: process.execPath, env: process.env, clock: systemClock, logger: silentLogger });
    const { kubeconfig } = await playground.start({ size: 'small', seed: 1, churn: 'off' });
    client = (await playground.introspection())!;
    user = new User(kubeconfig);
  }, 120_000);

  afterAll(async () => {
    await playground.stop();
    await rm(folder, { recursive: true });
  });

  it('reads all that there is, page by page', async () => {
    const storage = await client.storage();
    expect(storage.revision).toBeGreaterThan(50);
    // Nobody adds anything meanwhile.
    await client.setWorldSpeed(0);
    const resources = await client.resources();
    expect(resources.map(({ resource }) => resource)).toEqual(expect.arrayContaining(['v1/pods', 'apps/v1/deployments']));
    for (const { resource, objects } of resources) {
      const page = await client.store(resource, { limit: 5 });
      expect([page.total, page.items.length]).toEqual([objects, Math.min(5, objects)]);
      await client.ring(resource);
      await client.watchers(resource);
    }
    const first = await client.store('v1/secrets', { limit: 1 });
    const { object } = await client.object('v1/secrets', first.items[0]!.key);
    expect(JSON.stringify(object)).toContain('<masked');
    expect((await client.store('v1/secrets', { after: first.items[0]!.key })).items.map(({ key }) => key)).not.toContain(first.items[0]!.key);
    await client.setWorldSpeed(1);
  });

  it('has more or less happen in the world, and says why it may not', async () => {
    expect(await client.setChurn('calm')).toMatchObject({ churn: 'calm', size: 'small' });
    expect(await client.setChurn('off')).toMatchObject({ churn: 'off' });
    expect((await failure(client.setChurn('wild'))).message).toContain('churn must be one of off, calm, busy');
  });

  it('follows a write to the watch that it is sent on, and sees who watches', async () => {
    const reader = new FactReader(client);
    await reader.opened;
    const watching = user.ask('GET', '/api/v1/configmaps?watch=true&timeoutSeconds=600&resourceVersion=0').catch(() => undefined);
    await reader.until((fact) => fact.kind === 'apiserver.request' && fact.verb === 'watch' && fact.stage === 'ResponseStarted');
    const { status, auditId, text } = await user.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name: 'followed' } } });
    expect([status, auditId]).toEqual([201, 'mine-1']);
    const revision = Number((JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata.resourceVersion);
    await reader.until((fact) => fact.kind === 'apiserver.sent' && fact.revisions.includes(revision));
    expect(reader.facts).toContainEqual(expect.objectContaining({ kind: 'apiserver.commit', revision, auditId: 'mine-1', resource: 'v1/configmaps', key: 'default/followed' }));
    expect(reader.facts.filter(({ kind }) => kind === 'apiserver.dispatched')).toEqual([]);
    const sent = reader.facts.find((fact) => fact.kind === 'apiserver.sent' && fact.revisions.includes(revision)) as Extract<FactLine, { kind: 'apiserver.sent' }>;
    const fanOut = await client.fanOut('v1/configmaps', revision);
    const watchers = await client.watchers('v1/configmaps');
    expect(watchers.map(({ id }) => id)).toContain(sent.watcher);
    expect(fanOut!.offers.find(({ watcher }) => watcher.id === sent.watcher)).toMatchObject({ outcome: 'ADDED' });
    expect((await client.requests()).some(({ verb, auditId: id }) => verb === 'watch' && id === sent.auditId)).toBe(true);
    expect((await client.ring('v1/configmaps')).slots.some((slot) => slot.revision === revision)).toBe(true);
    expect(await client.fanOut('v1/configmaps', 1)).toBeUndefined();
    reader.stop.abort();
    await reader.ended;
    void watching;
  });

  it('gives its few commands', async () => {
    const { revision } = await client.storage();
    expect(await client.compact(revision)).toBe(revision);
    await client.setCommitLatency(5);
    expect(await client.storage()).toMatchObject({ compacted: revision, commitLatencyMs: 5 });
    await client.setCommitLatency(0);
    expect(await client.setMaxInflight({ reading: 50 })).toEqual({ reading: 50, mutating: 200 });
    expect(await client.flowControl()).toMatchObject({ maxReading: 50, maxMutating: 200 });
    const file = path.join(folder, 'snapshot');
    const { records } = await client.saveSnapshot(file);
    expect(records).toBeGreaterThan(50);
    expect(existsSync(file)).toBe(true);
  });

  it('is told why something is refused', async () => {
    const error = await failure(client.store('v1/nothings'));
    expect([error.code, error.data.status]).toEqual(['refused', 404]);
    expect(await failure(client.saveSnapshot('relative'))).toMatchObject({ code: 'refused', message: 'file must be an absolute path' });
  });

  it('is nowhere in the cluster, and shows its token to nobody', async () => {
    expect(JSON.stringify(client)).toBe('{}');
    expect((await user.ask('GET', '/storage')).status).toBe(404);
    for (const target of ['/introspection', '/apis/storage', '/trace']) expect((await user.ask('GET', target)).status).toBe(404);
  });
});

describe('the two ports of a playground', { timeout: 120_000 }, () => {
  it('take each its own token alone', async () => {
    const started = new PlaygroundProgram(['--churn', 'off', '--introspection']);
    try {
      const { kubeconfig, introspection } = (await started.ready()) as unknown as { kubeconfig: string; introspection: { server: string; token: string; ca: string } };
      expect(readIntrospectionAddress(introspection)).toEqual(introspection);
      const user = new User(kubeconfig);
      expect(readFileSync(kubeconfig, 'utf8')).not.toContain(introspection.token);
      expect((await user.ask('GET', '/storage', { server: introspection.server })).status).toBe(401);
      expect((await user.ask('GET', '/storage', { server: introspection.server, token: introspection.token })).status).toBe(200);
      expect((await user.ask('GET', '/healthz', { token: introspection.token })).status).toBe(401);
    } finally {
      await started.stop();
    }
    expect(started.err).toBe('');
  });
});

/** Answers everything with one thing, over TLS. */
async function scripted(answer: (response: ServerResponse) => void, clock: Clock = systemClock): Promise<{ client: IntrospectionClient; server: Server; close(): Promise<void> }> {
  const { ca, cert, key } = createServerCertificate(Date.now());
  const server = createServer({ cert, key }, (_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new IntrospectionClient({ server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'x'.repeat(43), ca }, clock);
  return {
    client,
    server,
    close: async () => {
      client.dispose();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const storage = { revision: 5, head: 5, compacted: 0, pending: 0, keys: 1, versions: 1, commitLatencyMs: 0 };

describe('IntrospectionClient, on something else', () => {
  it.each([
    ['no JSON', 'hello', 'the answer is not JSON'],
    ['another shape', JSON.stringify({ ...storage, revision: '5' }), 'answer.revision is not a count'],
    ['a missing field', JSON.stringify({ revision: 5 }), 'answer.head is not a count'],
    ['a list', '[]', 'answer is not an object'],
    ['too much', `"${'x'.repeat(17 * 1024 * 1024)}"`, 'the answer has more than 16777216 bytes'],
  ])('%s is unreadable', async (_, text, message) => {
    const { client, close } = await scripted((response) => response.end(text));
    expect(await failure(client.storage())).toMatchObject({ code: 'unreadable', message });
    await close();
  });

  it('an answer that never comes, that breaks off, or a server that is not there or not the one: unreachable', async () => {
    const { promise: arrived, resolve: asked } = Promise.withResolvers<void>();
    const silent = await scripted(() => asked());
    const { ca } = createServerCertificate(Date.now());
    const stranger = new IntrospectionClient({ server: `https://127.0.0.1:${(silent.server.address() as AddressInfo).port}`, token: 'x'.repeat(43), ca }, systemClock);
    expect((await failure(stranger.storage())).code).toBe('unreachable');
    stranger.dispose();
    const waiting = failure(silent.client.storage());
    await arrived;
    silent.server.closeAllConnections();
    expect((await waiting).code).toBe('unreachable');
    await silent.close();
    expect((await failure(silent.client.storage())).code).toBe('unreachable');
  });

  it('gives up on a server that is silent for ten seconds', async () => {
    const clock = new FakeClock();
    const { promise: arrived, resolve: asked } = Promise.withResolvers<void>();
    const { client, close } = await scripted(() => asked(), clock);
    const waiting = failure(client.storage());
    await arrived;
    await clock.advance(10_000);
    expect((await waiting).code).toBe('unreachable');
    expect(clock.pending).toBe(0);
    await close();
  });

  it('reads facts in whatever pieces they come, leaves out what it does not know, and stops at what cannot be', async () => {
    const commit = { kind: 'apiserver.commit', seq: 1, at: 1.5, resource: 'v1/pods', key: 'd/a', revision: 7, type: 'ADDED', auditId: '' };
    const lines = [commit, { kind: 'apiserver.later', seq: 2 }, { kind: 'gap', lost: 3 }, { ...commit, type: 'EXPLODED' }].map((line) => `${JSON.stringify(line)}\n`).join('');
    const { client, close } = await scripted((response) => {
      for (let index = 0; index < lines.length; index += 7) response.write(lines.slice(index, index + 7));
      response.end();
    });
    const facts: FactLine[] = [];
    const error = await failure(client.follow((batch) => facts.push(...batch), new AbortController().signal));
    expect(error).toMatchObject({ code: 'unreadable', message: 'apiserver.commit.type is none of ADDED, MODIFIED, DELETED' });
    expect(facts).toEqual([commit, { kind: 'gap', lost: 3 }]);
    await close();
  });

  it('a line without end is unreadable, a refusal refused, and the end of the playground an end', async () => {
    const endless = await scripted((response) => void response.write('x'.repeat(2 * 1024 * 1024)));
    expect((await failure(endless.client.follow(() => undefined, new AbortController().signal))).message).toMatch(/^a line of the trace has more than/);
    await endless.close();
    const refusing = await scripted((response) => {
      response.statusCode = 429;
      response.end(JSON.stringify({ kind: 'Status', message: 'too many follow' }));
    });
    expect(await failure(refusing.client.follow(() => undefined, new AbortController().signal))).toMatchObject({ code: 'refused', message: 'too many follow', data: { status: 429 } });
    await refusing.close();
    const ending = await scripted((response) => response.end());
    await ending.client.follow(() => undefined, new AbortController().signal);
    await ending.close();
  });

  it.each([
    [undefined],
    ['https://127.0.0.1:1'],
    [{ server: 'https://example.com:1', token: 'x'.repeat(43), ca: '' }],
    [{ server: 'http://127.0.0.1:1', token: 'x'.repeat(43), ca: '' }],
    [{ server: 'https://127.0.0.1:1/x', token: 'x'.repeat(43), ca: '' }],
    [{ server: 'https://127.0.0.1:1', token: 'a\r\nb: c'.repeat(10), ca: '' }],
    [{ server: 'https://127.0.0.1:1', token: 'x'.repeat(43), ca: 'x'.repeat(10_001) }],
    [{ server: 'https://127.0.0.1:1', token: 'x'.repeat(43) }],
  ])('%j is no address', (value) => {
    expect(readIntrospectionAddress(value)).toBeUndefined();
  });
});
