import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The panel as it is shipped, kept apart from `dist/`, which anybody may build anew meanwhile. */
export const builtPanel = 'test/.artifacts/panel/build';

/** Builds the panel with the script that ships it. */
export async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, ['esbuild.mjs', '--production', '--only=panel']);
  await rm(builtPanel, { recursive: true, force: true }); // chunks of another build have other names
  await cp('dist/webview', builtPanel, { recursive: true });
}
