import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOnPath, sharedCache } from '../../tools/project.ts';
import { findChromium } from '../../workbench/chromium.ts';
import { findDesktop } from '../../workbench/desktop.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-desktop-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function file(...parts: string[]): Promise<string> {
  const name = path.join(folder, ...parts);
  await mkdir(path.dirname(name), { recursive: true });
  await writeFile(name, '', { mode: 0o755 });
  return name;
}

const screen = { DISPLAY: ':0' };

describe.skipIf(process.platform === 'win32')('findDesktop', () => {
  it('takes the program that the command line tool belongs to, through links', async () => {
    const cli = await file('share', 'code', 'bin', 'code');
    const executable = await file('share', 'code', 'code');
    await mkdir(path.join(folder, 'bin'));
    await symlink(cli, path.join(folder, 'bin', 'code'));
    expect(findDesktop({ ...screen, PATH: path.join(folder, 'bin') })).toEqual({ cli: path.join(folder, 'bin', 'code'), executable });
  });

  it('takes no tool that belongs to no program of this machine', async () => {
    await file('server', 'bin', 'remote-cli', 'code');
    expect(findDesktop({ ...screen, PATH: path.join(folder, 'server', 'bin', 'remote-cli') })).toBeUndefined();
  });

  it('takes the one that is named, and none where there is no screen', async () => {
    const executable = await file('elsewhere', 'code');
    expect(findDesktop({ ...screen, PATH: folder, VSCODE_EXECUTABLE: executable })).toEqual({ cli: undefined, executable });
    if (process.platform === 'linux') expect(findDesktop({ PATH: folder, VSCODE_EXECUTABLE: executable })).toBeUndefined();
  });
});

describe.skipIf(process.platform === 'win32')('findOnPath', () => {
  it('looks for each name in each folder, the preferred name first', async () => {
    await file('a', 'chrome');
    const preferred = await file('b', 'chromium');
    const env = { PATH: [path.join(folder, 'a'), '', path.join(folder, 'b')].join(path.delimiter) };
    expect(findOnPath(['chromium', 'chrome'], env)).toBe(preferred);
    expect(findOnPath(['firefox'], env)).toBeUndefined();
    expect(findOnPath(['firefox'], {})).toBeUndefined();
  });

  it('finds Chromium by name, or where CHROMIUM says', async () => {
    const chromium = await file('a', 'google-chrome');
    expect(findChromium({ PATH: path.join(folder, 'a') })).toBe(chromium);
    expect(findChromium({ PATH: path.join(folder, 'a'), CHROMIUM: '/opt/mine' })).toBe('/opt/mine');
  });
});

it('keeps large things outside the checkout, where the person says or where the system has its caches', () => {
  expect(sharedCache({ INFORMER_INSPECTOR_CACHE: folder })).toBe(folder);
  if (process.platform !== 'win32') expect(sharedCache({ XDG_CACHE_HOME: folder })).toBe(path.join(folder, 'informer-inspector'));
});
