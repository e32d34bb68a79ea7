import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** A folder for the files of one test file; removed after each test. */
export function temporaryFolder(): { readonly write: (name: string, text: string, mode?: number) => Promise<string>; readonly path: () => Promise<string> } {
  let folder: Promise<string> | undefined;
  const path = (): Promise<string> => (folder ??= mkdtemp(join(tmpdir(), 'informer-inspector-test-')));
  afterEach(async () => {
    if (folder) await rm(await folder, { recursive: true, force: true });
    folder = undefined;
  });
  return {
    path,
    async write(name, text, mode = 0o600) {
      const file = join(await path(), name);
      await writeFile(file, text, { mode });
      return file;
    },
  };
}
