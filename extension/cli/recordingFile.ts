import { close, constants, fstat, ftruncate, open, stat } from 'node:fs';
import { promisify } from 'node:util';
import { messageOf } from '../base/codedError.ts';
import { DescriptorStream } from './descriptorStream.ts';
import { UsageError } from './usageError.ts';

const calls = { open: promisify(open), fstat: promisify(fstat), ftruncate: promisify(ftruncate), close: promisify(close), stat: promisify(stat) };

/** A pipe whose other end nobody holds would be waited for without end. Windows knows no such thing. */
const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/**
 * Creates or empties the file that `--out` names.
 * @param path absolute
 * @param kept files that are never written, absolute, by whatever path or link `path` leads to them (K12)
 * @throws UsageError
 */
export async function openRecordingFile(path: string, kept: readonly string[]): Promise<DescriptorStream> {
  if (kept.includes(path)) throw isKept(path);
  try {
    const descriptor = await calls.open(path, flags, 0o666);
    try {
      await prepare(descriptor, path, kept);
    } catch (error) {
      await calls.close(descriptor);
      throw error;
    }
    return new DescriptorStream(descriptor, { closes: true });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--out ${path} cannot be written: ${whyNot(error)}. Choose another file.`, { cause: error });
  }
}

/** Only an open file can be told from others without a doubt; it is emptied after that. */
async function prepare(descriptor: number, path: string, kept: readonly string[]): Promise<void> {
  const own = await calls.fstat(descriptor);
  for (const file of kept) {
    const other = await calls.stat(file).catch(() => undefined);
    if (other?.dev === own.dev && other.ino === own.ino) throw isKept(path);
  }
  if (own.isFile()) await calls.ftruncate(descriptor);
}

function isKept(path: string): UsageError {
  return new UsageError(`--out ${path} is the kubeconfig, or a file that it names, which is never written. Choose another file.`);
}

function whyNot(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENXIO':
      return 'it is a pipe, and nobody reads from it yet';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'its folder does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return messageOf(error);
  }
}
