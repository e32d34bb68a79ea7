import { expect, it } from 'vitest';
import type { ExecConfig } from '../../../extension/cluster/kubeconfigEntries.ts';
import { pluginMissing } from '../../../extension/cluster/pluginMissing.ts';

const exec = (command: string, installHint?: string): ExecConfig => ({ apiVersion: '', command, args: [], env: {}, installHint, interactiveMode: '', provideClusterInfo: false });
const enoent = Object.assign(new Error('spawn x ENOENT'), { code: 'ENOENT' });

it.each(['/usr/lib/google-cloud-sdk/bin/gcloud', 'C:\\home\\me\\bin\\kubelogin', '/snap/bin/p'])('K11: on Windows %s is said to be a path of WSL, and no code is shown', (command) => {
  const { message } = pluginMissing(exec(command, 'Install it.'), 'jane', enoent, 'win32');
  expect(message).toBe(`The credential plugin ${command} of the user "jane" was not found. It looks like a path inside WSL: this window runs outside of it.`);
});

it('K7: the hint is shown as a line of plain text, and bounded', () => {
  const { message, data } = pluginMissing(exec('aws', '\u001b[31mInstall it:\n\n  brew   install awscli\u001b[0m'), 'jane', enoent, 'linux');
  expect(message).toBe('The credential plugin aws of the user "jane" was not found, neither on the PATH nor on that of the login shell. Install it: brew install awscli.');
  expect(data).toEqual({ user: 'jane', command: 'aws', installHint: 'Install it: brew install awscli' });
  expect(pluginMissing(exec('aws', 'x'.repeat(100_000)), 'jane', enoent, 'linux').message.length).toBeLessThan(1200);
});

it('K7: an address at the end of a hint gets no full stop', () => {
  expect(pluginMissing(exec('p', 'See https://example.com/install'), 'jane', enoent).message).toMatch(/install$/);
});

it.each([
  ['ENOENT', 'p', 'win32', 'was not found on the PATH'],
  ['ENOENT', 'C:\\p.exe', 'win32', 'was not found. '],
  ['EACCES', 'p', 'linux', 'may not be run'],
  ['ENOEXEC', 'p', 'linux', 'is not a program that this machine can run'],
] as const)('%s of %s on %s', (code, command, platform, what) => {
  expect(pluginMissing(exec(command), 'jane', Object.assign(new Error(code), { code }), platform).message).toContain(what);
});

it.each([
  ['win32', 'is there, but is not a program that Windows can run. Correct its command'],
  ['linux', 'is there, but what runs it is not'],
] as const)('a file that is there and yet not found, on %s', (platform, what) => {
  expect(pluginMissing(exec('./p'), 'jane', enoent, platform, 'file').message).toContain(what);
});
