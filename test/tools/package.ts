import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { writeNotices } from './notices.ts';
import { run } from './process.ts';
import { root, vsixPath } from './project.ts';

/** Builds for production and packs what `.vscodeignore` lets through. Returns the path of the `.vsix`. */
export async function packageExtension(): Promise<string> {
  const { status, output } = await run(process.execPath, [path.join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  if (status !== 0) throw new Error(`The extension could not be built:\n${output}`);
  await writeNotices();
  const packagePath = vsixPath();
  await rm(packagePath, { force: true });
  await createVSIX({
    cwd: root,
    packagePath,
    // Everything that runs is bundled.
    dependencies: false,
    // A checkout has no remote, or any; links in the README stay as they are.
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  return packagePath;
}

if (import.meta.main) console.log(path.relative(process.cwd(), await packageExtension()));
