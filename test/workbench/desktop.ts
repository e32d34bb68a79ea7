import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from '../tools/project.ts';

export interface Desktop {
  /** The command line tool, `code`, which opens a window in the person's session. */
  readonly cli: string | undefined;
  /** The program itself, which lives as long as its windows do. */
  readonly executable: string;
}

/** The desktop VS Code of this machine; undefined where there is none, or no screen to show it on. */
export function findDesktop(env: NodeJS.ProcessEnv = process.env): Desktop | undefined {
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return undefined;
  const cli = findOnPath(['code'], env);
  const executable = env['VSCODE_EXECUTABLE'] ?? (cli && executableOf(realpathSync(cli)));
  return executable ? { cli, executable } : undefined;
}

/** `code` is a script inside the installation. A VS Code server has one too, which belongs to no program of this machine. */
function executableOf(cli: string): string | undefined {
  const bin = path.dirname(cli);
  const candidates = [
    path.join(bin, '..', 'code'),
    path.join(bin, '..', 'Code.exe'),
    path.join(bin, '..', '..', '..', 'MacOS', 'Electron'),
    path.join(bin, '..', '..', '..', 'MacOS', 'Code'),
  ];
  return candidates.find((file) => file !== cli && existsSync(file));
}
