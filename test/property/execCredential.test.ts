import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CredentialError } from '../../extension/cluster/credentialError.ts';
import type { ExecConfig } from '../../extension/cluster/kubeconfigEntries.ts';
import { readExecCredential } from '../../extension/cluster/readExecCredential.ts';
import { propertyParameters } from '../support/seed.ts';

/**
 * The reader of what a credential plugin prints, under any bytes and any JSON: it gives a credential or a CredentialError, which holds nothing of what
 * was printed. `PROPERTY_RUNS` for more of them, `PROPERTY_SEED` for the one that failed: fast-check prints it.
 */
const runs = propertyParameters(2000);

const apiVersion = 'client.authentication.k8s.io/v1';
const exec: ExecConfig = { apiVersion, command: 'p', args: [], env: {}, installHint: undefined, interactiveMode: 'Never', provideClusterInfo: false };

/** So that it is in no sentence of ours. */
const secret = fc.string({ minLength: 1, maxLength: 12 }).map((text) => `\u2603${text}\u2603`);
const anything = fc.oneof(secret, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, 0, -1, true, '', [], {}));
const sometimes = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> => fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: anything });

const status = fc.record(
  {
    token: sometimes(secret),
    clientCertificateData: sometimes(secret),
    clientKeyData: sometimes(secret),
    expirationTimestamp: sometimes(fc.constantFrom('2030-01-31T12:00:00Z', '2030-01-31T12:00:00.123456789+01:00', '2030-99-99T99:99:99Z', 'soon')),
  },
  { requiredKeys: [] },
);
const answer = fc.record(
  {
    kind: sometimes(fc.constantFrom('ExecCredential', 'Pod')),
    apiVersion: sometimes(fc.constantFrom(apiVersion, 'client.authentication.k8s.io/v1beta1')),
    status: sometimes(status),
    spec: anything,
  },
  { requiredKeys: [] },
);
const json = answer.map((value) => JSON.stringify(value));
/** Of a list that holds itself no parser makes anything. */
const lists = fc.constantFrom('[]', '[a, b]', '&a [*a]');
const yaml = fc.tuple(secret, secret, lists).map(([token, more, list]) => `apiVersion: ${apiVersion}\nkind: ExecCredential\nstatus:\n  token: ${token}\n  ${more}: ${list}\n`);
const bytes = fc.uint8Array({ maxLength: 60 }).map((values) => Buffer.from(values).toString('utf8'));
const broken = fc.tuple(json, secret, fc.nat(200)).map(([text, inside, at]) => `${text.slice(0, at)}${inside}${text.slice(at)}`);
const cut = fc.tuple(json, fc.nat(200)).map(([text, at]) => text.slice(0, at));

/** Every text of the answer that is long enough not to be in a sentence by chance; of what is no JSON the whole. */
function textsIn(output: string): string[] {
  const texts: string[] = [...(output.match(/\u2603[^\u2603]*\u2603/gu) ?? [])];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (value !== null && typeof value === 'object') for (const each of Object.entries(value).flat()) collect(each);
  };
  try {
    collect(JSON.parse(output));
  } catch {
    texts.push(output);
  }
  return texts.filter((text) => text.startsWith('\u2603') || text.length > 7);
}

/** The words that an answer and a sentence about it have in common rightly: they are of the API. */
const known = new Set(['kind', 'apiVersion', 'status', 'token', 'spec', 'clientCertificateData', 'clientKeyData', 'expirationTimestamp', 'ExecCredential', apiVersion, 'client.authentication.k8s.io/v1beta1']);

it('K9: whatever a plugin prints is a credential, or a sentence that holds nothing of it', async () => {
  let credentials = 0;
  let sentences = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 6, arbitrary: json }, yaml, bytes, broken, cut), async (output) => {
      try {
        const { token, certificate, key, expiresAt } = await readExecCredential(output, 'jane', exec);
        credentials++;
        expect(token ?? certificate).toMatch(/./su);
        expect(certificate === undefined).toBe(key === undefined);
        expect(expiresAt === undefined || Number.isFinite(expiresAt)).toBe(true);
      } catch (error) {
        if (!CredentialError.is(error, 'execInvalid')) throw error;
        sentences++;
        expect(error.message).toMatch(/^The credential plugin p of the user "jane" [^\n]+\.$/);
        expect(error.cause).toBeUndefined();
        for (const text of textsIn(output)) if (!known.has(text)) expect(error.message).not.toContain(text);
      }
    }),
    runs,
  );
  // Both are met, so that neither half is empty.
  expect(credentials).toBeGreaterThan(runs.numRuns / 50);
  expect(sentences).toBeGreaterThan(runs.numRuns / 50);
});
