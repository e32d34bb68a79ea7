import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { build } from 'esbuild';
import { artifacts, root } from '../../tools/project.ts';
import { findDesktop } from '../desktop.ts';
import type { InHostReport } from './suite.ts';

/**
 * Runs the suite of this folder inside an extension host, on what was last built into `dist/`: in the desktop VS Code
 * where there is one, else in the VS Code server, by the launcher. Rejects when it could not be run to its end.
 */
export async function runInHost(): Promise<InHostReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-in-host-'));
  const report = path.join(artifacts, 'inHost.json');
  try {
    await rm(report, { force: true });
    await mkdir(artifacts, { recursive: true });
    const entry = path.join(folder, 'suite', 'index.cjs');
    await build({
      absWorkingDir: root,
      entryPoints: ['test/workbench/inHost/index.ts'],
      outfile: entry,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      logLevel: 'warning',
    });
    const failed = await runTests({
      vscodeExecutablePath: findDesktop()?.executable ?? path.join(import.meta.dirname, '..', 'launcher', 'code.mjs'),
      extensionDevelopmentPath: root,
      extensionTestsPath: entry,
      extensionTestsEnv: { IN_HOST_REPORT: report },
      launchArgs: [
        path.join(folder, 'workspace'),
        `--user-data-dir=${path.join(folder, 'user-data')}`,
        `--extensions-dir=${path.join(folder, 'extensions')}`,
        '--disable-extensions',
      ],
    }).catch((error: unknown) => {
      if (error instanceof TestRunFailedError) return error;
      throw error;
    });
    if (!existsSync(report)) throw new Error(`VS Code ended (status ${String(failed)}) without running the suite.`);
    return JSON.parse(readFileSync(report, 'utf8')) as InHostReport;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
