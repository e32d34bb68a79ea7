import { existsSync } from 'node:fs';
import path from 'node:path';

const go = process.platform === 'win32' ? 'go.exe' : 'go';

/** Where Debian's package golang-k8s-client-go-dev puts it. */
const debianGoPath = '/usr/share/gocode';

export interface ClientGo {
  /** The compiler. */
  readonly go: string;
  /** A GOPATH whose `src` has `k8s.io/client-go` and all that it imports. */
  readonly goPath: string;
}

/** Go from the PATH, and client-go from CLIENT_GO_PATH, or else from GOPATH or where Debian has it; or a sentence that says what is missing. */
export function findClientGo(env: NodeJS.ProcessEnv = process.env): ClientGo | { readonly missing: string } {
  const compiler = existing(foldersOf(env['PATH']).map((folder) => path.join(folder, go)));
  if (compiler === undefined) return { missing: 'there is no go on the PATH: install Go to try the playground with client-go.' };
  const asked = env['CLIENT_GO_PATH'];
  const folders = asked ? [asked] : [...foldersOf(env['GOPATH']), debianGoPath];
  const goPath = folders.find((folder) => existsSync(path.join(folder, 'src', 'k8s.io', 'client-go', 'informers')));
  if (goPath === undefined) return { missing: `there is no k8s.io/client-go in the folder src of ${folders.join(' or ')}: set CLIENT_GO_PATH to a GOPATH that has it to try the playground with it.` };
  return { go: compiler, goPath };
}

function foldersOf(paths = ''): readonly string[] {
  return paths.split(path.delimiter).filter((folder) => folder !== '');
}

function existing(files: readonly string[]): string | undefined {
  return files.find((file) => existsSync(file));
}
