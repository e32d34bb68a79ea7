import { describe, expect, it } from 'vitest';
import type { WriteAnswer, WriteOptions, WriteRequest } from '../../../extension/controller/writeTransport.ts';
import { compareHeldWrite, compareLoggedWrite } from '../../../extension/inspector/writeComparison.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import type { HeldWrite } from '../../../extension/trace/gate.ts';

const update: HeldWrite = { verb: 'update', resource: 'v1/secrets', namespace: 'd', name: 'a' };
const object = (value: string, more: object = {}): KubeObject => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'd', ...more }, data: { token: value } });
const answer = (written: KubeObject): WriteAnswer => ({ code: 200, object: written });
const refused = (code: number, message: string) => new ApiError({ code, reason: 'Refused', message });

/** A session whose server answers thus; nothing else of a session is asked for. */
function asked({ get, write }: { get: () => Promise<KubeObject>; write: () => Promise<WriteAnswer> }) {
  const writes: { request: WriteRequest; options: WriteOptions }[] = [];
  const objects = {
    get,
    write: (request: WriteRequest, options: WriteOptions) => {
      writes.push({ request, options });
      return write();
    },
    masked: () => object('masked'),
  };
  const session = { informers: { all: [] }, signal: new AbortController().signal, cluster: { objects } } as unknown as Parameters<typeof compareHeldWrite>[0];
  return { session, writes };
}

describe('a held write', () => {
  it.each(['create', 'update', 'patch', 'apply', 'delete'] as const)('to %s something is only ever asked about as a dry run, in the name of who would write', async (verb) => {
    const { session, writes } = asked({ get: async () => object('now'), write: async () => answer(object('then')) });
    const { cache, server } = await compareHeldWrite(session, { ...update, verb }, verb === 'delete' ? undefined : object('then'), 'counts');
    expect(writes.map(({ request, options }) => [request.verb, request.name, options])).toEqual([[verb, 'a', { dryRun: true, fieldManager: 'counts' }]]);
    expect([cache, server]).toEqual(['', expect.stringContaining('token: now')]);
  });

  it('of an object that is not there has nothing to be compared with', async () => {
    const { session } = asked({ get: () => Promise.reject(refused(404, 'not found')), write: async () => answer(object('then')) });
    expect(await compareHeldWrite(session, update, object('then'), 'counts')).toMatchObject({ server: '', written: expect.stringContaining('token: then') });
  });

  it('that would be refused says so, above what would be sent, in which Secrets are masked', async () => {
    const { session } = asked({ get: () => Promise.reject(refused(403, 'no\nentry')), write: () => Promise.reject(refused(422, 'too\nlong')) });
    const { server, written } = await compareHeldWrite(session, update, object('c2VjcmV0'), 'counts');
    expect(server).toMatch(/^# The server does not show it: no.entry\n$/);
    expect(written).toMatch(/^# The server would refuse this: too.long\n/);
    expect(written).toContain('token: masked');
    expect(written).not.toContain('c2VjcmV0');
  });

  it('that is not answered is not said to be refused', async () => {
    const { session } = asked({ get: async () => object('now'), write: () => Promise.reject(new Error('the line is down')) });
    expect((await compareHeldWrite(session, update, object('then'), 'counts')).written).toMatch(/^# What would come of this is not known: the line is down\n/);
  });

  it('that deletes leaves nothing, or what its finalizers keep', async () => {
    const gone = asked({ get: async () => object('now'), write: async () => ({ code: 200 }) });
    expect((await compareHeldWrite(gone.session, { ...update, verb: 'delete' }, undefined, 'counts')).written).toBe('# It would be gone.\n');
    const kept = asked({ get: async () => object('now'), write: async () => answer(object('now', { finalizers: ['x/y'] })) });
    expect((await compareHeldWrite(kept.session, { ...update, verb: 'delete' }, undefined, 'counts')).written).toMatch(/^# Its finalizers keep it until they are taken off\.\n[^]*x\/y/);
  });
});

describe('a write that is over', () => {
  const logged = { seq: 1, key: 'd/a', request: { verb: 'update', resource: { group: '', version: 'v1', resource: 'secrets' }, namespace: 'd', name: 'a' }, body: object('sent'), before: object('before'), after: object('after'), code: 200, dryRun: false, decided: undefined } as const;

  it('shows what it has made of the object', async () => {
    expect(compareLoggedWrite(logged)).toEqual({ before: expect.stringContaining('token: before'), after: expect.stringMatching(/^(?!#)[^]*token: after/) });
  });

  it.each([
    [{ decided: 'skipped' }, 'It was skipped: the server has not seen this.'],
    [{ decided: 'failed', code: 409 }, 'It was refused here with 409: the server has not seen this.'],
    [{ code: 0 }, 'No answer came from the server.'],
    [{ code: 422 }, 'The server refused this with 422.'],
  ] as const)('that changed nothing, %j, shows what was to be sent, and why', async (fields, why) => {
    const { after } = compareLoggedWrite({ ...logged, ...fields });
    expect(after.startsWith(`# ${why}\n`)).toBe(true);
    expect(after).toContain('token: sent');
  });

  it('that deleted says whether it did', async () => {
    const deleted = { ...logged, request: { ...logged.request, verb: 'delete' }, body: undefined, after: undefined } as const;
    expect([compareLoggedWrite(deleted).after, compareLoggedWrite({ ...deleted, dryRun: true }).after]).toEqual(['# It is gone.\n', '# It would be gone.\n']);
  });
});
