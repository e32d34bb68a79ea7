import { expect, it } from 'vitest';
import { remotePlace } from '../../../extension/inspector/remotePlace.ts';

const hostname = 'machine';

it.each([
  ['wsl', { WSL_DISTRO_NAME: 'Ubuntu' }, 'WSL: Ubuntu'],
  ['wsl', {}, 'WSL: machine'],
  ['ssh-remote', { WSL_DISTRO_NAME: 'Ubuntu' }, 'SSH: machine'],
  ['dev-container', {}, 'Dev Container: machine'],
  ['attached-container', {}, 'Container: machine'],
  ['codespaces', { CODESPACE_NAME: 'fluffy-doodle' }, 'Codespaces: fluffy-doodle'],
  ['tunnel', {}, 'Tunnel: machine'],
  // A server in a browser, and a kind that nobody has heard of: an object's own names are none.
  ['127.0.0.1:8080', {}, 'machine'],
  ['constructor', {}, 'machine'],
] as const)('%s is said with the name of the place', (remoteName, env, place) => {
  expect(remotePlace({ remoteName, hostname, env })).toBe(place);
});

it.each([undefined, ''])('nothing is said of the machine at which the person sits: %j', (remoteName) => {
  expect(remotePlace({ remoteName, hostname, env: {} })).toBeUndefined();
});
