import { describe, expect, it } from 'vitest';
import type { ExecConfig } from '../../../extension/cluster/kubeconfigEntries.ts';
import { readExecCredential } from '../../../extension/cluster/readExecCredential.ts';
import { pluginAnswers, pluginApiVersion as apiVersion } from '../../support/pluginAnswers.ts';

const exec: ExecConfig = { apiVersion, command: 'p', args: [], env: {}, installHint: undefined, interactiveMode: 'Never', provideClusterInfo: false };
const credential = (status: object): string => JSON.stringify({ kind: 'ExecCredential', apiVersion, status });

describe('what a plugin prints (K9)', () => {
  it.each(pluginAnswers.filter(({ refused }) => refused !== undefined))('K9: $name is a sentence', async ({ output, refused }) => {
    const error: Error = await readExecCredential(output, 'jane', exec).then(() => expect.unreachable(), (reason: unknown) => reason as Error);
    expect(error).toMatchObject({ name: 'CredentialError', code: 'execInvalid' });
    expect(error.message).toMatch(/^The credential plugin p of the user "jane" .*\.$/);
    expect(error.message).toContain(refused);
    expect(error.message).not.toContain('hush');
  });

  it.each(pluginAnswers.filter(({ refused }) => refused === undefined))('K9: $name is taken', async ({ output }) => {
    expect(await readExecCredential(output, 'jane', exec)).toMatchObject({ token: 'hush', certificate: undefined, key: undefined });
  });

  it.each([
    ['2030-01-31T12:00:00Z', Date.UTC(2030, 0, 31, 12)],
    ['2030-01-31T12:00:00.5+02:00', Date.UTC(2030, 0, 31, 10, 0, 0, 500)],
  ])('reads %s as a time', async (expirationTimestamp, expiresAt) => {
    expect(await readExecCredential(credential({ token: 't', expirationTimestamp }), 'jane', exec)).toMatchObject({ expiresAt });
  });

  const lines = (line: (index: number) => string, count: number): string => Array.from({ length: count }, (_one, index) => line(index)).join('\n');
  it.each([
    ['many keys', lines((index) => `key${index}: hush`, 10_000)],
    ['anchors one behind the other', 'a: &a'.repeat(20_000)],
    ['lists in lists', '- '.repeat(500_000)],
    ['a log', lines((index) => `INFO: waiting for login ${index}`, 30_000)],
    ['empty lines', `a${'\n'.repeat(900_000)}hush`],
    ['a text in lines', `a: |\n${' hush\n'.repeat(150_000)}`],
    ['letters', 'QUJDRA'.repeat(160_000)],
  ])('K9: %s up to the bound of output are refused without keeping anybody waiting', async (_what, output) => {
    const { parseYaml } = await import('../../../extension/cluster/parseYaml.ts');
    await parseYaml('loaded: now', 10);
    const before = process.cpuUsage();
    const error: Error = await readExecCredential(output, 'jane', exec).then(() => expect.unreachable(), (reason: unknown) => reason as Error);
    const { user } = process.cpuUsage(before);
    expect(error.message).toContain('printed something that is not an ExecCredential');
    // Some 20 ms where it is bounded, and seconds where it is not; in microseconds of work, since others work on the machine, too.
    expect(user).toBeLessThan(500_000);
  });

  it('K9: certificates in YAML are taken, with a chain of many', async () => {
    const block = (text: string): string => text.split('\n').map((line) => `    ${line}`).join('\n');
    const chain = lines(() => `-----BEGIN CERTIFICATE-----\n${'QUJD'.repeat(400)}\n-----END CERTIFICATE-----`, 20);
    const output = `apiVersion: ${apiVersion}\nkind: ExecCredential\nstatus:\n  clientCertificateData: |\n${block(chain)}\n  clientKeyData: |\n${block('key')}\n`;
    expect(await readExecCredential(output, 'jane', exec)).toMatchObject({ certificate: `${chain}\n`, key: 'key\n' });
  });
});
