import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './project.ts';

/** A package of which something is in the bundles. */
export interface UsedPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json names it. */
  readonly license: string;
  /** Of its license file; empty where it brings none. */
  readonly text: string;
}

interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>>;
}

/** The folders of the packages whose code is in the outputs: `node_modules/a`, `node_modules/@b/c`, nested ones by themselves. */
export function packageFolders(builds: readonly Metafile[]): readonly string[] {
  const folders = new Set<string>();
  for (const { outputs } of builds) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  return [...folders].toSorted();
}

/** @throws Error for a package that does not say under what license it is: it must not be shipped */
export function noticesText(packages: readonly UsedPackage[]): string {
  const unlicensed = packages.filter(({ license }) => license === '');
  if (unlicensed.length > 0) throw new Error(`These packages are bundled and name no license: ${unlicensed.map(({ name }) => name).join(', ')}.`);
  const head = 'Informer Inspector contains code of the following packages, each under its own license.';
  const parts = packages.map(({ name, version, license, text }) => `${'-'.repeat(80)}\n\n${name} ${version}, ${license}\n\n${text.trim() || 'The package brings no license text of its own.'}\n`);
  return [`${head}\n`, ...parts].join('\n');
}

/** Writes what the packages in the bundles of `dist/` ask to be said of them. */
export async function writeNotices(): Promise<void> {
  const dist = path.join(root, 'dist');
  const meta = path.join(dist, 'meta');
  // The recorder is no part of the package.
  const files = (await readdir(meta)).filter((file) => file !== 'record.json');
  const builds = await Promise.all(files.map(async (file) => JSON.parse(await readFile(path.join(meta, file), 'utf8')) as Metafile));
  const packages = await Promise.all(packageFolders(builds).map(usedPackage));
  await writeFile(path.join(dist, 'ThirdPartyNotices.txt'), noticesText(packages));
}

async function usedPackage(folder: string): Promise<UsedPackage> {
  const place = path.join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8')) as { name: string; version: string; license?: string };
  const file = (await readdir(place)).find((each) => /^licen[cs]e(\.(md|txt))?$/i.test(each));
  return { name, version, license: typeof license === 'string' ? license : '', text: file === undefined ? '' : await readFile(path.join(place, file), 'utf8') };
}
