import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Builds the panel as it is shipped, with the script that ships it. */
export async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, ['esbuild.mjs', '--production', '--only=panel']);
}
