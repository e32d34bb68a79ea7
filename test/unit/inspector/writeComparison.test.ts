import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../../extension/cluster/keyedHash.ts';
import { compareHeldWrite, compareLoggedWrite } from '../../../extension/inspector/writeComparison.ts';
import type { LoggedWrite } from '../../../extension/inspector/writeLog.ts';
import { maskObject } from '../../../extension/kube/mask.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import type { HeldWrite } from '../../../extension/trace/gate.ts';
import { type OpenSession, openSession } from '../../support/openSession.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const patch: HeldWrite = { verb: 'patch', resource: 'v1/configmaps', namespace: 'd', name: 'a' };

function configMap(data: Record<string, string>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd' }, data };
}

let open: OpenSession;

beforeEach(async () => {
  open = openSession();
  open.cluster.put(configMaps, configMap({ size: '1' }));
  open.session.informers.start(configMaps);
  await open.clock.settle();
});

async function compare(write: HeldWrite, body?: unknown) {
  return compareHeldWrite(open.session, write, body, 'tried');
}

describe('a held write', () => {
  it('is compared with what the cache has, which may be behind, and with what the server has', async () => {
    open.cluster.lagging = true;
    open.cluster.put(configMaps, configMap({ size: '2' }));
    await open.clock.settle();
    const before = [...open.cluster.writes];
    const { cache, server, written } = await compare(patch, { data: { color: 'red' } });
    expect(cache).toMatch(/^apiVersion: v1\nkind: ConfigMap\nmetadata:\n {2}namespace: d\n {2}name: a\n[^]*size: "1"/);
    expect(server).toContain('size: "2"');
    expect(written).toMatch(/color: red\n {2}size: "2"/);
    // Nothing but a dry run has been sent.
    expect(open.cluster.writes.slice(before.length)).toEqual(['patch configmaps d/a (dry run)']);
    expect(open.cluster.object(configMaps, 'd/a')?.['data']).toEqual({ size: '2' });
  });

  it('that the server would refuse says so, and shows what would be sent', async () => {
    open.cluster.failNext = new ApiError({ code: 409, reason: 'Conflict', message: 'the object has been\nmodified' });
    const { written } = await compare(patch, { data: { color: 'red' } });
    expect(written).toMatch(/^# The server would refuse this: the object has been.modified\ndata:\n {2}color: red\n$/);
  });

  it('that creates is compared with nothing', async () => {
    const { cache, server, written } = await compare({ ...patch, verb: 'create', name: 'b' }, { ...configMap({}), metadata: { name: 'b', namespace: 'd' } });
    expect([cache, server]).toEqual(['', '']);
    expect(written).toContain('name: b');
  });

  it('that deletes leaves a word', async () => {
    expect(await compare({ ...patch, verb: 'delete' })).toMatchObject({ cache: expect.stringContaining('size'), written: '# It would be gone.\n' });
  });

  it('of a Secret shows none of it', async () => {
    const hash = createKeyedHash();
    const session = { ...open.session, informers: open.session.informers, signal: open.session.signal };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'd' }, stringData: { password: 'hunter22' } };
    const objects = {
      get: () => Promise.reject(new ApiError({ code: 404, reason: 'NotFound', message: 'no' })),
      write: () => Promise.reject(new ApiError({ code: 403, reason: 'Forbidden', message: 'no' })),
      masked: ({ body }: { readonly body?: unknown }) => maskObject(body, hash, true),
    };
    const { written } = await compareHeldWrite({ ...session, cluster: { objects: objects as never } }, { verb: 'create', resource: 'v1/secrets', namespace: 'd', name: 's' }, secret, 'tried');
    expect(written).toMatch(/password: .?<masked 8 bytes>/);
    expect(written).not.toContain('hunter22');
  });
});

describe('a write that is over', () => {
  const logged: LoggedWrite = { seq: 7, key: 'd/a', request: { verb: 'patch', resource: configMaps, namespace: 'd', name: 'a' }, body: { data: { size: '2' } }, before: configMap({ size: '1' }), after: configMap({ size: '2' }), code: 200, dryRun: false, decided: undefined };

  it('is what the object was, and what it is', async () => {
    const { before, after } = await compareLoggedWrite(logged);
    expect([before.match(/size: .*/)?.[0], after.match(/size: .*/)?.[0]]).toEqual(['size: "1"', 'size: "2"']);
  });

  it.each([
    [{ decided: 'skipped' }, 'It was skipped: the server has not seen this.'],
    [{ decided: 'failed', code: 409 }, 'It was refused here with 409: the server has not seen this.'],
    [{ code: 422 }, 'The server refused this with 422.'],
    [{ code: 0 }, 'No answer came from the server.'],
  ] as const)('and was not stored: %j', async (how, sentence) => {
    expect((await compareLoggedWrite({ ...logged, after: undefined, ...how })).after).toBe(`# ${sentence}\ndata:\n  size: "2"\n`);
  });

  it('that deleted leaves a word, or what waits for its finalizers', async () => {
    const deletion: LoggedWrite = { ...logged, request: { ...logged.request, verb: 'delete' }, body: undefined, after: undefined };
    expect((await compareLoggedWrite(deletion)).after).toBe('# It is gone.\n');
    expect((await compareLoggedWrite({ ...deletion, dryRun: true })).after).toBe('# It would be gone.\n');
    const waits = { ...configMap({}), metadata: { name: 'a', finalizers: ['x/y'] } };
    expect((await compareLoggedWrite({ ...deletion, after: waits })).after).toMatch(/^# Its finalizers keep it[^]*x\/y/);
  });
});
