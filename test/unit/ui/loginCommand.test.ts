import { expect, it } from 'vitest';
import { loginCommand } from '../../../extension/ui/loginCommand.ts';

it.each<[string, NodeJS.Platform, string]>([
  ['kind-dev', 'linux', 'kubectl --context kind-dev get --raw /version'],
  ['arn:aws:eks:eu-west-1:1:cluster/a', 'darwin', 'kubectl --context arn:aws:eks:eu-west-1:1:cluster/a get --raw /version'],
  ["it's $(mine)", 'linux', String.raw`kubectl --context 'it'\''s $(mine)' get --raw /version`],
  ["it's $(mine)", 'win32', "kubectl --context 'it''s $(mine)' get --raw /version"],
  ['--help', 'linux', "kubectl --context '--help' get --raw /version"],
  // A line break would run what stands before it.
  ['a\nrm -rf ~\r', 'linux', "kubectl --context 'arm -rf ~' get --raw /version"],
  ['', 'linux', "kubectl --context '' get --raw /version"],
])('types a context as one argument: %j on %s', (context, platform, command) => {
  expect(loginCommand(context, platform)).toBe(command);
});
