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
});
