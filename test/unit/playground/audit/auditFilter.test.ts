import { describe, expect, it } from 'vitest';
import { introspectionChecks } from '../../../../extension/inspector/introspection/introspectionChecks.ts';
import type { AuditEvent } from '../../../../extension/playground/audit/auditEvent.ts';
import { readAuditPolicy, readAuditRules } from '../../../../extension/playground/audit/readAuditPolicy.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const secrets = '/api/v1/namespaces/default/secrets';
const sesame = Buffer.from('open sesame').toString('base64');

/** A playground that audits by this policy, and what it has written. */
function audited(rules: readonly object[]): { harness: PlaygroundHarness; events: AuditEvent[]; text: () => string } {
  const lines: string[] = [];
  const events: AuditEvent[] = [];
  const sink = {
    file: '/audit.log',
    write: (line: string) => {
      expect(line.endsWith('\n')).toBe(true);
      lines.push(line);
      events.push(JSON.parse(line) as AuditEvent);
    },
  };
  const harness = new PlaygroundHarness({ audit: { policy: readAuditPolicy({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules }), sink } });
  return { harness, events, text: () => lines.join('') };
}

describe('what is audited', () => {
  it('of a request: when it came, and when it was answered', async () => {
    const { harness, events } = audited([{ level: 'Metadata' }]);
    await harness.ask('POST', `${configMaps}?fieldManager=x`, { body: { metadata: { name: 'a' } }, auditId: 'id-1', userAgent: 'me/1' });
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete']);
    expect(events[1]).toMatchObject({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: 'id-1',
      requestURI: `${configMaps}?fieldManager=x`,
      verb: 'create',
      user: { username: 'test', groups: expect.arrayContaining(['system:authenticated']) as string[] },
      sourceIPs: ['127.0.0.1'],
      userAgent: 'me/1',
      objectRef: { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' },
      responseStatus: { metadata: {}, code: 201 },
      annotations: { 'authorization.k8s.io/decision': 'allow' },
    });
    expect(events[1]!.requestReceivedTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(events[1]).not.toHaveProperty('requestObject');
  });

  it('of a watch: that it has begun, and its end', async () => {
    const { harness, events } = audited([{ level: 'RequestResponse' }]);
    const watch = await harness.watch(`${configMaps}?watch=true`);
    expect(events.map(({ stage, verb }) => `${verb} ${stage}`)).toEqual(['watch RequestReceived', 'watch ResponseStarted']);
    watch.close();
    await harness.clock.settle();
    expect(events.at(-1)).toMatchObject({ stage: 'ResponseComplete', responseStatus: { code: 200 } });
    expect(events.at(-1)).not.toHaveProperty('responseObject');
  });

  it('of a refusal: what it says', async () => {
    const { harness, events } = audited([{ level: 'Metadata', omitStages: ['RequestReceived'] }]);
    await harness.get(`${configMaps}/none`);
    expect(events).toEqual([expect.objectContaining({ stage: 'ResponseComplete', responseStatus: expect.objectContaining({ code: 404, reason: 'NotFound', status: 'Failure' }) as object })]);
    expect(events[0]!.objectRef).toMatchObject({ name: 'none' });
  });

  it('the bodies, as far as the level goes, without managers where these are left out', async () => {
    for (const [level, expected] of [['Request', ['requestObject']], ['RequestResponse', ['requestObject', 'responseObject']]] as const) {
      const { harness, events } = audited([{ level, omitManagedFields: true }]);
      await harness.ask('POST', configMaps, { body: { metadata: { name: 'a' }, data: { key: 'value' } } });
      const last = events.at(-1)!;
      expect(['requestObject', 'responseObject'].filter((name) => name in last)).toEqual(expected);
      expect(last.requestObject).toEqual({ metadata: { name: 'a' }, data: { key: 'value' } });
      if (level === 'RequestResponse') expect(last.responseObject).toMatchObject({ metadata: { uid: expect.any(String) as string }, data: { key: 'value' } });
      expect(JSON.stringify(last)).not.toContain('managedFields');
    }
  });

  it('not what is longer than it may be: the event says so', async () => {
    const { harness, events } = audited([{ level: 'RequestResponse' }]);
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'a' }, data: { key: 'x'.repeat(200_000) } } });
    const last = events.at(-1)!;
    expect(last).toMatchObject({ annotations: { 'audit.k8s.io/truncated': 'true' } });
    expect(JSON.stringify(last).length).toBeLessThan(2_000);
    await harness.get(configMaps);
    expect(events.at(-1)).toMatchObject({ verb: 'list', annotations: { 'audit.k8s.io/truncated': 'true' } });
  });

  it('never the token of a ServiceAccount', async () => {
    const { harness, events } = audited([{ level: 'RequestResponse' }]);
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { audiences: ['somebody'], expirationSeconds: 3600 } };
    const { status, json } = await harness.ask('POST', '/api/v1/namespaces/default/serviceaccounts/default/token', { body });
    expect([status, typeof json.status.token]).toEqual([201, 'string']);
    const { requestObject, responseObject } = events.at(-1)!;
    expect(requestObject).toMatchObject({ spec: body.spec });
    expect(responseObject).toMatchObject({ spec: body.spec, status: { token: expect.stringMatching(/^<masked \d+ bytes> #/) as string, expirationTimestamp: json.status.expirationTimestamp as string } });
  });

  it.each([
    ['POST', 'misspelt', { metadata: { name: 's' }, stringdata: { pw: 'open sesame' } }],
    ['POST', 'made up', { metadata: { name: 's' }, bogus: 'open sesame' }],
    ['POST', 'under a name that is shown', { metadata: { name: 's' }, type: { pw: 'open sesame' } }],
    ['POST', 'in the place of metadata', { metadata: 'open sesame' }],
    ['POST', 'that calls itself an answer', { kind: 'Status', metadata: { name: 's' }, message: 'open sesame' }],
    ['POST', 'in a list', { kind: 'SecretList', bogus: 'open sesame', items: [{ metadata: {}, Data: { pw: 'open sesame' } }, 'open sesame'] }],
    ['PATCH', 'misspelt', { stringdata: { pw: 'open sesame' } }],
    ['PATCH', 'made up', { bogus: ['open sesame'] }],
  ] as const)('%s: nothing of a Secret that is %s', async (method, _how, body) => {
    const { harness, events, text } = audited([{ level: 'RequestResponse' }]);
    await harness.ask('POST', secrets, { body: { metadata: { name: 'there' }, type: 'Opaque', immutable: false } });
    expect(events.at(-1)).toMatchObject({ requestObject: { metadata: { name: 'there' }, type: 'Opaque', immutable: false }, responseObject: { apiVersion: 'v1', kind: 'Secret', type: 'Opaque' } });
    if (method === 'POST') await harness.ask('POST', secrets, { body });
    else await harness.patch(`${secrets}/there`, body);
    expect(events.at(-1)).toHaveProperty('requestObject');
    expect(text()).not.toContain('open sesame');
    await harness.ask('DELETE', `${secrets}/there`);
    expect(events.at(-1)).toMatchObject({ responseObject: { kind: 'Status', status: 'Success', details: { name: 'there' } } });
  });

  it('never the value of a Secret, whatever is done to it', async () => {
    const { harness, events, text } = audited([{ level: 'RequestResponse' }]);
    const secret = { metadata: { name: 's', annotations: { copy: sesame } }, data: { password: sesame } };
    await harness.ask('POST', secrets, { body: secret });
    await harness.get(secrets);
    await harness.get(`${secrets}/s`);
    await harness.patch(`${secrets}/s`, { stringData: { password: 'open sesame' } });
    await harness.patch(`${secrets}/s`, [{ op: 'replace', path: '/data/password', value: sesame }], 'json');
    await harness.patch(`${secrets}/s`, { data: { password: 'open sesame!' } });
    await harness.ask('PUT', `${secrets}/s`, { body: { ...secret, data: { password: 'b3BlbiBub3c=' } } });
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'c', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ kind: 'Secret', ...secret }) } } } });
    await harness.ask('GET', `${secrets}/s`, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    expect(events.filter(({ stage }) => stage === 'ResponseComplete')).toHaveLength(9);
    expect(text()).toContain('<masked');
    expect(text()).not.toMatch(new RegExp(`${sesame}|b3BlbiBub3c=|open sesame`));
    expect(text().match(/"password":"(?!<masked)/)).toBeNull();
  });

  it('nothing where no rule wants it, nor without a policy', async () => {
    const { harness, events } = audited([{ level: 'None', resources: [{ group: '' }] }]);
    await harness.get(configMaps);
    await harness.get('/healthz');
    expect(events).toEqual([]);
    const without = new PlaygroundHarness();
    await without.get(configMaps);
    expect(await without.inside('/audit')).toMatchObject({ file: '', policy: [], events: 0, bytes: 0 });
  });

  it('is counted, written or not', async () => {
    const harness = new PlaygroundHarness();
    const set = (rules: unknown) => harness.ask('POST', '/audit-policy', { to: 'introspect', body: { rules } });
    expect((await set([{ level: 'None', users: ['system:x'] }, { level: 'Metadata', resources: ['configmaps', '/healthz'] }])).status).toBe(400);
    const { json } = await set([{ level: 'Request', verbs: ['create'], resources: ['configmaps'] }, { level: 'Metadata' }]);
    expect(introspectionChecks.audit(json, 'audit')).toBeUndefined();
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'a' } }, auditId: 'one' });
    for (let count = 0; count < 60; count++) await harness.get('/healthz');
    await harness.clock.advance(5_000);
    const view = await harness.inside('/audit');
    expect(introspectionChecks.audit(view, 'audit')).toBeUndefined();
    expect(view).toMatchObject({ events: 122, policy: [{ level: 'Request', resources: ['configmaps'], matched: 1 }, { level: 'Metadata', resources: [], matched: 60 }] });
    expect(view.volume).toEqual([
      { verb: 'get', resource: '', level: 'Metadata', events: 120, bytes: expect.any(Number) },
      { verb: 'create', resource: 'configmaps', level: 'Request', events: 2, bytes: expect.any(Number) },
    ]);
    expect(view.bytes).toBe(view.volume[0].bytes + view.volume[1].bytes);
    expect(view.bytesPerSecond).toBe(view.bytes / 10);
    expect([view.recent.length, view.recent.at(-1).uri, view.recent.at(-1).ageMs]).toEqual([100, '/healthz', 5_000]);
    await harness.clock.advance(10_000);
    expect((await harness.inside('/audit')).bytesPerSecond).toBe(0);
    expect((await set([])).json.policy).toEqual([]);
    await harness.get('/healthz');
    expect((await harness.inside('/audit')).events).toBe(122);
    expect(readAuditRules([{ level: 'None' }]).rules).toHaveLength(1);
  });
});
