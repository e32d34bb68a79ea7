import { link, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { openRecordingFile } from '../../../extension/cli/recordingFile.ts';
import { UsageError } from '../../../extension/cli/usageError.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

describe('the file of a recording', () => {
  it('is made, or emptied, and written in order', async () => {
    for (const name of ['new', await folder.write('old', 'something longer than what comes\n'.repeat(100))]) {
      const path = join(await folder.path(), name.replace(/.*\//, ''));
      const stream = await openRecordingFile(path, []);
      for (let line = 0; line < 1000; line++) stream.write(`line ${line}\n`);
      stream.end();
      await finished(stream);
      expect(await readFile(path, 'utf8')).toBe(Array.from({ length: 1000 }, (_one, line) => `line ${line}\n`).join(''));
    }
  });

  it.each([
    ['by its name', async (kept: string) => kept],
    ['by a hard link', async (kept: string) => (await link(kept, `${kept}-link`), `${kept}-link`)],
    ['by a symbolic link', async (kept: string) => (await symlink(kept, `${kept}-link`), `${kept}-link`)],
  ])('K12: is none that is never written, %s', async (_how, reach) => {
    const kept = await folder.write('token', 'hush');
    await expect(openRecordingFile(await reach(kept), ['/elsewhere', kept])).rejects.toThrow(/^--out .* is the kubeconfig, or a file that it names, which is never written\. Choose another file\.$/);
    expect(await readFile(kept, 'utf8')).toBe('hush');
  });

  it('K12: is not made where a kubeconfig is yet to come', async () => {
    const kept = join(await folder.path(), 'config');
    await expect(openRecordingFile(kept, [kept])).rejects.toBeInstanceOf(UsageError);
    await expect(stat(kept)).rejects.toThrow('ENOENT');
  });

  it('says why it cannot be written', async () => {
    const path = await folder.path();
    await mkdir(join(path, 'there'));
    await expect(openRecordingFile(join(path, 'there'), [])).rejects.toThrow('cannot be written: it is a folder. Choose another file.');
    await expect(openRecordingFile(join(path, 'not', 'there'), [])).rejects.toThrow('its folder does not exist');
  });
});
