import { createReadStream } from 'node:fs';
import * as vscode from 'vscode';
import { createKeyedHash } from '../cluster/keyedHash.ts';
import type { Recording, Refusal } from '../inspector/recordings/recording.ts';

/** Of a file of this machine so much is read in one turn. */
const chunkBytes = 256 * 1024;

/** Reads a recording from wherever VS Code has files. @throws when the file cannot be read */
export async function readRecordingFile(uri: vscode.Uri): Promise<Recording | Refusal> {
  const { readRecording } = await import('../inspector/recordings/readRecording.ts');
  return readRecording(chunksOf(uri), { hash: createKeyedHash() });
}

async function* chunksOf(uri: vscode.Uri): AsyncGenerator<Uint8Array> {
  if (uri.scheme === 'file') {
    yield* createReadStream(uri.fsPath, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>;
    return;
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
