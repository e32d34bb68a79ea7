import { expect, it } from 'vitest';
import { redact } from '../../../extension/ui/redact.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N';

it.each([
  ['Authorization: Bearer abcdefghijkl', 'abcdefghijkl'],
  ['authorization=Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['sent bearer s3cret-token-value', 's3cret-token-value'],
  ['{"token":"s3cret","kind":"x"}', 's3cret'],
  ["password: 'hunter2'", 'hunter2'],
  ['client-key-data: TFMwdExT', 'TFMwdExT'],
  ['access_token=abc123&x=1', 'abc123'],
  [`the plugin printed ${jwt}`, jwt],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', 'MIIE'],
  ['-----BEGIN PRIVATE KEY-----\ncut off MIIE', 'MIIE'],
  ['proxy http://me:pw@proxy:3128', 'me:pw'],
])('takes the secret out of %j', (line, secret) => {
  expect(redact(line)).not.toContain(secret);
  expect(redact(line)).toContain('<redacted>');
});

it.each(['v1/pods: watch from 123, 4 items', 'the token has expired', 'https://127.0.0.1:6443/api/v1/secrets?limit=500', 'deployment-rollout: default/web done'])('leaves %j alone', (line) => {
  expect(redact(line)).toBe(line);
});

it('leaves the other fields of a line', () => {
  expect(redact('{"token":"s3cret","kind":"x"}')).toBe('{"token":"<redacted>","kind":"x"}');
});
