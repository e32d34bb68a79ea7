import { describe, expect, it } from 'vitest';
import type { WriteRequest } from '../../../extension/controller/writeTransport.ts';
import { WriteLog } from '../../../extension/inspector/writeLog.ts';

const secrets = { group: '', version: 'v1', resource: 'secrets' };
const request = (body?: unknown): WriteRequest => ({ verb: body === undefined ? 'delete' : 'create', resource: secrets, namespace: 'd', name: 'a', ...(body !== undefined && { body }) });
const written = (seq: number, body?: unknown) => ({ request: request(body), seq, code: 201 });

describe('the log of writes', () => {
  it('keeps what was sent as it may be shown, and nothing of it as it was', () => {
    const log = new WriteLog(() => ({ data: { token: 'masked' } }));
    log.add('d/a', true, written(7, { data: { token: 'c2VjcmV0' } }));
    expect(log.get(7)).toMatchObject({ seq: 7, key: 'd/a', dryRun: true, code: 201, body: { data: { token: 'masked' } } });
    expect(JSON.stringify(log.get(7))).not.toContain('c2VjcmV0');
    expect(log.get(8)).toBeUndefined();
  });

  it('masks nothing where nothing was sent', () => {
    const log = new WriteLog(() => expect.fail('there is nothing to mask'));
    log.add('d/a', false, written(1));
    expect(log.get(1)).toMatchObject({ body: undefined, request: { verb: 'delete', name: 'a' } });
  });

  it('keeps the last 200, and all of them are forgotten by the next start', () => {
    const log = new WriteLog(({ body }) => body);
    for (let seq = 1; seq <= 201; seq++) log.add('d/a', false, written(seq));
    expect([log.get(1), log.get(2)?.seq, log.get(201)?.seq]).toEqual([undefined, 2, 201]);
    log.clear();
    expect([log.get(2), log.get(201)]).toEqual([undefined, undefined]);
  });

  it('keeps fewer where they are large, by what all of them have', () => {
    const log = new WriteLog(() => undefined);
    const body = { text: 'x'.repeat(1024 * 1024) }; // counts twice
    for (let seq = 1; seq <= 20; seq++) log.add('d/a', false, written(seq, body));
    const kept = Array.from({ length: 20 }, (_, index) => index + 1).filter((seq) => log.get(seq));
    expect(kept).toEqual([14, 15, 16, 17, 18, 19, 20]);
    // What was forgotten does not count any more.
    for (let seq = 21; seq <= 27; seq++) log.add('d/a', false, written(seq));
    expect(log.get(20)).toBeDefined();
  });
});
