import { expect, it } from 'vitest';
import { readJson } from './manifest.ts';

const { packages } = readJson<{ packages: Record<string, { version?: string; resolved?: string; hasInstallScript?: boolean }> }>('package-lock.json');

it('names no host that a package must come from', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});

it.each(['@esbuild/', '@swc/core-', '@oxlint/binding-', '@rolldown/binding-', 'lightningcss-', '@typescript/typescript-'])(
  'has the builds of %s for Linux, macOS and Windows',
  (prefix) => {
    const builds = Object.keys(packages).filter((name) => name.startsWith(`node_modules/${prefix}`));
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
      expect(builds.some((name) => name.includes(platform)), `${prefix}…${platform}`).toBe(true);
    }
  },
);
