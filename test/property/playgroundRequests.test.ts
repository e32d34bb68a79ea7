import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../support/playgroundHarness.ts';
import { propertyParameters } from '../support/seed.ts';

const nasty = fc.constantFrom('..', '.', '', '%2e%2e', '%2F', '%00', '%', '%zz', 'a%2fb', '~', 'x'.repeat(300), '*', 'ä', '%C3%A4', '__proto__', 'constructor', 'status', 'scale');
const known = fc.constantFrom('api', 'apis', 'v1', 'apps', 'namespaces', 'default', 'pods', 'configmaps', 'secrets', 'deployments', 'nodes', 'web', 'openapi', 'v2', 'v3', 'healthz', 'coordination.k8s.io', 'leases', 'events', 'services');
const whole = fc.constantFrom('api/v1/pods', 'api/v1/namespaces/default/configmaps', 'apis/apps/v1/namespaces/default/deployments/web', 'apis/apps/v1/namespaces/default/deployments/web/scale', 'api/v1/namespaces/default/secrets', 'api/v1/nodes/node-1/status', 'apis/apiextensions.k8s.io/v1/customresourcedefinitions');
const paths = fc.oneof(whole, fc.array(fc.oneof(known, nasty), { maxLength: 8 }).map((segments) => segments.join('/'))).map((text) => `/${text}`);

const name = fc.constantFrom('watch', 'resourceVersion', 'resourceVersionMatch', 'limit', 'continue', 'labelSelector', 'fieldSelector', 'timeoutSeconds', 'sendInitialEvents', 'allowWatchBookmarks', 'dryRun', 'fieldManager', 'fieldValidation', 'force', 'gracePeriodSeconds', 'propagationPolicy', 'pretty', 'includeObject');
const value = fc.oneof(
  fc.constantFrom('', '0', '1', '-1', 'true', 'false', 'x', '99999999999999999999', '1e9', 'NaN', 'Exact', 'NotOlderThan', 'All', 'a in (b', 'a in (b,c),!d', '!!', 'a==b=c', 'metadata.name=x', 'spec.nodeName!=', '=', ',,,', '(', 'Strict', 'x'.repeat(5000)),
  fc.string({ maxLength: 30 }),
);
const query = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((pairs) => new URLSearchParams(pairs).toString());

const object = fc.oneof(
  fc.constantFrom('', '{}', '[]', 'null', '"x"', '{', '{"metadata":', '{"metadata":null}', '{"metadata":{"name":7}}', '{"kind":"Pod","apiVersion":"v9","metadata":{"name":"a"}}', '{"metadata":{"name":"a","resourceVersion":"x"}}', '{"__proto__":{"a":1},"metadata":{"name":"p"}}', `${'['.repeat(5_000)}`, `{"a":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`, '[{"op":"replace","path":"/spec","value":1}]', '[{"op":"move","from":"/a","path":"/a/b"}]', '[{"op":"test","path":"/metadata/name","value":null}]', 'a: &a [*a]', 'a: !!binary x', '%TAG ! x'),
  fc.json({ maxDepth: 4 }),
  fc.record({ metadata: fc.dictionary(fc.constantFrom('name', 'namespace', 'labels', 'annotations', 'finalizers', 'ownerReferences', 'generateName', 'uid'), fc.jsonValue({ maxDepth: 2 })), spec: fc.jsonValue({ maxDepth: 3 }), data: fc.jsonValue({ maxDepth: 2 }) }, { requiredKeys: [] }).map((json) => JSON.stringify(json)),
);
const body = fc.oneof(object.map((text) => Buffer.from(text)), fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)));
const contentType = fc.constantFrom('', 'application/json', 'application/json; charset=utf-8', 'text/plain', 'application/vnd.kubernetes.protobuf', 'application/merge-patch+json', 'application/json-patch+json', 'application/strategic-merge-patch+json', 'application/apply-patch+yaml', 'application/yaml', ';;;', 'x'.repeat(2000));
const accepts = fc.constantFrom('', '*/*', 'application/json', 'application/vnd.kubernetes.protobuf', 'application/json;as=Table;v=v1;g=meta.k8s.io', 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1', 'text/html', ';q=', 'application/json;q=x,*/*;q=0');
const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND');

describe('whatever is asked of the playground', () => {
  it('is answered, or refused by a Status, and never by a mistake of its own', { timeout: 120_000 }, async () => {
    const harness = new PlaygroundHarness();
    await fc.assert(
      fc.asyncProperty(method, paths, query, body, contentType, accepts, async (verb, target, asked, bytes, type, accepted) => {
        const answer = await (asked.includes('watch=') ? opened(harness, `${target}?${asked}`, accepted) : harness.ask(verb, `${target}?${asked}`, { body: bytes, contentType: type, accept: accepted }));
        expect(harness.errors).toEqual([]);
        expect(answer.status).toBeGreaterThanOrEqual(200);
        if (answer.status >= 400) expect(JSON.parse(answer.text)).toMatchObject({ kind: 'Status', status: 'Failure', code: answer.status });
      }),
      propertyParameters(1_500),
    );
    expect((await harness.get('/api/v1/pods')).status).toBe(200);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});

/** A watch does not end by itself: its head is enough. */
async function opened(harness: PlaygroundHarness, target: string, accept: string): Promise<{ readonly status: number; readonly text: string }> {
  const gone = new AbortController();
  const [path = '', text = ''] = target.split('?');
  const request = { auditId: '', user: { name: 'test', uid: '', groups: ['system:masters'], extra: {} }, method: 'GET', path, query: new URLSearchParams(text), accept, contentType: '', userAgent: '', body: new Uint8Array(), signal: gone.signal };
  const response = await Promise.race([harness.playground.handle(request), harness.clock.advance(10_000).then(() => harness.playground.handle(request))]);
  if (typeof response.body === 'string') return { status: response.status, text: response.body };
  response.body.close();
  gone.abort();
  return { status: response.status, text: '' };
}
