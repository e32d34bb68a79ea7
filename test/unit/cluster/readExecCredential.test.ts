import { describe, expect, it } from 'vitest';
import type { ExecConfig } from '../../../extension/cluster/kubeconfigEntries.ts';
import { readExecCredential } from '../../../extension/cluster/readExecCredential.ts';

const apiVersion = 'client.authentication.k8s.io/v1';
const exec: ExecConfig = { apiVersion, command: 'p', args: [], env: {}, installHint: undefined, interactiveMode: 'Never', provideClusterInfo: false };
const credential = (status: unknown, more: object = {}): string => JSON.stringify({ kind: 'ExecCredential', apiVersion, status, ...more });

// Each case was put to kubectl 1.32 as well: what it refuses is refused here, and what it takes is taken.
describe('what a plugin prints (K9)', () => {
  it.each([
    ['text before the JSON', `Hello\n${credential({ token: 'hush' })}`, 'printed something that is not an ExecCredential; standard output must hold one alone, in JSON, and no other text'],
    ['text behind the JSON', `${credential({ token: 'hush' })} hush`, 'and no other text'],
    ['two objects', `${credential({ token: 'hush' })}\n${credential({ token: 'hush' })}`, 'and no other text'],
    ['a page of HTML', '<html>hush</html>', 'not an ExecCredential'],
    ['a token alone', 'hush-hush', 'not an ExecCredential'],
    ['nothing', ' \n', 'ended without an error, and printed nothing'],
    ['a list', '["hush"]', 'not an ExecCredential'],
    ['something else', '{"kind":"Pod"}', 'printed an object that is not an ExecCredential'],
    ['another version', credential({ token: 'hush' }, { apiVersion: 'client.authentication.k8s.io/v1beta1' }), 'answered in client.authentication.k8s.io/v1beta1, but the kubeconfig says client.authentication.k8s.io/v1; make both the same'],
    ['a version that nobody knows', credential({ token: 'hush' }, { apiVersion: 'hush' }), 'answered in another apiVersion, but'],
    ['no version', credential({ token: 'hush' }, { apiVersion: undefined }), 'answered in no apiVersion, but'],
    ['no status', credential(undefined), 'printed an ExecCredential without status'],
    ['a status that is none', credential(['hush']), 'whose status is not an object'],
    ['an empty status', credential({}), 'gave neither a token nor a certificate'],
    ['a token that is a number', credential({ token: 5 }), 'gave a token that is not a text'],
    ['a certificate alone', credential({ clientCertificateData: 'hush' }), 'gave a certificate without its key'],
    ['a key alone', credential({ token: 'hush', clientKeyData: 'hush' }), 'gave a key without its certificate'],
    ['no time', credential({ token: 'hush', expirationTimestamp: 'soon' }), 'gave an expirationTimestamp that is not a time such as'],
    ['a year', credential({ token: 'hush', expirationTimestamp: '2030' }), 'not a time'],
    ['a day that is none', credential({ token: 'hush', expirationTimestamp: '2030-13-01T00:00:00Z' }), 'not a time'],
  ])('K9: %s is a sentence', async (_name, output, what) => {
    const error: Error = await readExecCredential(output, 'jane', exec).then(() => expect.unreachable(), (reason: unknown) => reason as Error);
    expect(error).toMatchObject({ name: 'CredentialError', code: 'execInvalid' });
    expect(error.message).toMatch(/^The credential plugin p of the user "jane" .*\.$/);
    expect(error.message).toContain(what);
    expect(error.message).not.toContain('hush');
  });

  it.each([
    ['JSON with blanks around it', `\n  ${credential({ token: 't' })}\n`],
    ['no kind', credential({ token: 't' }, { kind: undefined })],
    ['YAML', `apiVersion: ${apiVersion}\nkind: ExecCredential\nstatus:\n  token: t\n`],
    ['more than it knows', credential({ token: 't', other: 1 }, { spec: { interactive: false } })],
    ['what is not set as null', credential({ token: 't', clientCertificateData: null, expirationTimestamp: null })],
  ])('takes %s', async (_name, output) => {
    expect(await readExecCredential(output, 'jane', exec)).toEqual({ token: 't', certificate: undefined, key: undefined, expiresAt: undefined });
  });

  it.each([
    ['2030-01-31T12:00:00Z', Date.UTC(2030, 0, 31, 12)],
    ['2030-01-31T12:00:00.5+02:00', Date.UTC(2030, 0, 31, 10, 0, 0, 500)],
  ])('reads %s as a time', async (expirationTimestamp, expiresAt) => {
    expect(await readExecCredential(credential({ token: 't', expirationTimestamp }), 'jane', exec)).toMatchObject({ expiresAt });
  });
});
