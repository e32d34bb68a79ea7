import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../base/codedError.ts';
import { SnapshotError } from './snapshotError.ts';
import { headerLine, mostLineBytes, type ObjectCheck, type Snapshot, SnapshotParser, versionLine } from './snapshotFormat.ts';

const mostBytes = 8 * 1024 ** 3;
/** Characters that are written in one go: between two goes others have their turn. */
const writeLength = 256 * 1024;
const newline = 0x0a;
/** Links that lead to each other. */
const mostLinks = 40;

/** A file that was written and is not yet in its place. */
export interface Draft {
  readonly handle: FileHandle;
  readonly bytes: number;
  /** Puts it there, in the place of the file that was there before. */
  publish(): Promise<void>;
  /** Closes and removes it. */
  discard(): Promise<void>;
}

/**
 * Where that file really is, or would be: a link stays one, and what it leads to is replaced.
 * @throws SnapshotError notFile for what is there and no regular file
 */
export async function snapshotPlace(file: string): Promise<string> {
  let place = file;
  for (let links = 0; links <= mostLinks; links++) {
    const found = await stat(place).catch(unlessMissing);
    if (found && !found.isFile()) throw new SnapshotError('notFile', 'it is no regular file', { file });
    if (found) return realpath(place);
    // Nothing is there; or a link that leads to nothing yet.
    const target = await readlink(place).catch(unlessNoLink);
    if (target === undefined) return place;
    place = path.resolve(path.dirname(place), target);
  }
  throw new SnapshotError('notFile', 'it is a link that leads in a circle', { file });
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function unlessNoLink(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'EINVAL') throw error;
}

/** Writes all of it beside `file`, readable by its owner only: Secrets are in it. Leaves nothing behind when that fails. @param file a `snapshotPlace` */
export async function draftSnapshot(file: string, snapshot: Snapshot): Promise<Draft> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', 0o600);
  const discard = async (): Promise<void> => {
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true });
  };
  try {
    let bytes = 0;
    for (const text of partsOf(snapshot)) {
      await handle.appendFile(text);
      bytes += Buffer.byteLength(text);
    }
    return { handle, bytes, publish: () => rename(temporary, file), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Writes it to `file` as a whole or not at all: nobody ever sees half of it. @throws SnapshotError notFile */
export async function writeSnapshot(file: string, snapshot: Snapshot): Promise<void> {
  const draft = await draftSnapshot(await snapshotPlace(file), snapshot);
  try {
    await draft.handle.sync();
    await draft.handle.close();
    await draft.publish();
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

function* partsOf(snapshot: Snapshot): Generator<string> {
  let part = headerLine(snapshot);
  for (const version of snapshot.versions) {
    part += versionLine(version);
    if (part.length < writeLength) continue;
    yield part;
    part = '';
  }
  yield part;
}

export interface ReadSnapshot {
  readonly snapshot: Snapshot;
  /** Of the lines that were taken: what stands behind them was torn when the process that wrote it was killed. */
  readonly bytes: number;
  /** Of these, the lines of the snapshot that the changes follow. */
  readonly snapshotBytes: number;
}

/** @throws SnapshotError */
export async function readSnapshot(file: string, check: ObjectCheck): Promise<ReadSnapshot> {
  const parser = new SnapshotParser(check);
  let [bytes, snapshotBytes, number] = [0, 0, 0];
  try {
    const found = await stat(file);
    // Of a pipe nothing may ever come.
    if (!found.isFile()) throw new SnapshotError('notFile', 'it is no regular file', { file });
    const { size } = found;
    if (size > mostBytes) throw new SnapshotError('tooLarge', `it has more than ${mostBytes} bytes`, { file });
    for await (const line of linesOf(file)) {
      number++;
      // Without its end: the process was killed while it wrote a change, which nobody was told is done.
      if (line.at(-1) !== newline && parser.isComplete) break;
      const fault = parser.take(line.toString());
      if (fault !== undefined) throw new SnapshotError(parser.hasHeader ? 'damaged' : 'notSnapshot', `line ${number}: ${fault}`, { file });
      bytes += line.length;
      if (snapshotBytes === 0 && parser.isComplete) snapshotBytes = bytes;
    }
  } catch (error) {
    if (SnapshotError.is(error)) throw new SnapshotError(error.code, error.message, { file });
    throw new SnapshotError('unreadable', messageOf(error), { file }, { cause: error });
  }
  if (!parser.isComplete) throw new SnapshotError(parser.hasHeader ? 'damaged' : 'notSnapshot', `it ends after line ${number}, before all was said that its header promises`, { file });
  return { snapshot: parser.result(), bytes, snapshotBytes };
}

/** Each with its newline, but perhaps the last. @throws SnapshotError for one that is too long */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: writeLength }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end + 1)]);
      rest = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    rest.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > mostLineBytes) throw new SnapshotError('damaged', `a line has more than ${mostLineBytes} bytes`, { file });
  }
  if (length > 0) yield Buffer.concat(rest);
}
