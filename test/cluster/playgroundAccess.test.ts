import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessServer, type Answered, type AskedBy, playgroundAccessServer, realAccessServer } from './support/accessServers.ts';
import { accessScript, accessUsers } from './support/accessScript.ts';
import { describeCluster } from './whenControlPlane.ts';

/** A wrong value that is no text: written in the syntax of Go by a kube-apiserver, and as JSON by the playground. */
const goValue = /Invalid value: (?:[\w.[\]]+\{.*?\}|\[.*?\]|\{.*?\}): /g;
/** What everybody may ask since 1.28, which older servers do not know. */
const sinceWhoAmI = 'selfsubjectreviews';

/** What is the same in two answers that mean the same: code and Status of a refusal; of what was done, that it was; of a review, what was found. */
function meaning({ status, text }: Answered): unknown {
  if (!text.startsWith('{')) return { status, text };
  const { kind, code, message, reason, details, status: found } = JSON.parse(text.replace(goValue, 'Invalid value: …: ')) as Record<string, unknown>;
  if (kind === 'Status' && status >= 400) return { status, code, message, reason, details };
  return String(kind).endsWith('Review') ? { status, kind, found: sortedRules(found) } : { status, kind };
}

/** In whatever order the bindings were looked through. */
function sortedRules(found: unknown): unknown {
  const { resourceRules, nonResourceRules, ...rest } = found as Record<string, object[] | undefined>;
  const sorted = (rules: readonly object[] | undefined): string[] | undefined => rules?.filter((rule) => !JSON.stringify(rule).includes(sinceWhoAmI)).map((rule) => JSON.stringify(rule, Object.keys(rule).toSorted())).toSorted();
  return { ...rest, ...(resourceRules && { resourceRules: sorted(resourceRules), nonResourceRules: sorted(nonResourceRules) }) };
}

describeCluster('the access of the playground', () => {
  let real: AccessServer;
  let playground: AccessServer;
  beforeAll(async () => {
    [real, playground] = await Promise.all([realAccessServer(accessUsers), playgroundAccessServer(accessUsers)]);
  }, 300_000);
  afterAll(async () => {
    await Promise.all([real?.close(), playground?.close()]);
  });

  it('lets nobody in without credentials: who is anonymous on a kube-apiserver is nobody here', async () => {
    const nobody = { as: '', method: 'GET', path: '/api/v1/pods' };
    expect((await real.ask(nobody)).status).toBe(403);
    expect(meaning(await playground.ask(nobody))).toEqual(meaning(await real.ask({ ...nobody, as: 'unknown' })));
  });

  describe('is that of a kube-apiserver: the same code and message for', () => {
    it.each(accessScript.map((step) => [nameOf(step), step] as const))('%s', async (_name, step) => {
      const asked = async (server: AccessServer) => meaning(await server.ask(step));
      if (changesNothing(step)) await expect.poll(() => asked(real), { timeout: 20_000 }).toEqual(await asked(playground));
      else {
        const expected = await asked(real);
        expect(await asked(playground)).toEqual(expected);
      }
    });
  });
});

/** The real server hears of roles and bindings through watches: what is only read is asked again until it has. */
function changesNothing({ method, path }: AskedBy): boolean {
  return method === 'GET' || path.endsWith('reviews');
}

function nameOf({ as, method, path, headers, body }: AskedBy): string {
  const what = body ? ` ${JSON.stringify(body).slice(0, 160)}` : '';
  return `${as || 'nobody'}${headers ? ` with ${JSON.stringify(headers)}` : ''}: ${method} ${path}${what}`;
}
