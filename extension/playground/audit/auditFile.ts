import { Buffer } from 'node:buffer';
import { type FileHandle, open, rename } from 'node:fs/promises';
import type { Logger } from '../../base/logger.ts';
import type { AuditSink } from './auditLog.ts';

/** Characters that wait to be written at most: what comes while the disk is slower than the requests is lost, and that is said. */
const mostWaiting = 32 * 1024 * 1024;

export interface AuditFileOptions {
  /** Absolute. */
  readonly file: string;
  /** Of the file, in bytes; what was written before is then moved to `FILE.1`, where the one before that ends. */
  readonly mostBytes: number;
  readonly logger: Logger;
}

/** The audit log on disk, for its owner's eyes only: lines of JSON, appended. */
export class AuditFile implements AuditSink {
  readonly #options: AuditFileOptions;
  #handle: FileHandle;
  #bytes: number;
  #lines: string[] = [];
  #waiting = 0;
  #lost = 0;
  #writing: Promise<void> | undefined;
  #failed = false;

  private constructor(options: AuditFileOptions, handle: FileHandle, bytes: number) {
    this.#options = options;
    this.#handle = handle;
    this.#bytes = bytes;
  }

  /** @throws the system's error, with its `code` */
  static async open(options: AuditFileOptions): Promise<AuditFile> {
    const handle = await openForAppend(options.file);
    return new AuditFile(options, handle, (await handle.stat()).size);
  }

  get file(): string {
    return this.#options.file;
  }

  write(line: string): void {
    if (this.#failed) return;
    if (this.#waiting + line.length > mostWaiting) {
      this.#lost++;
      return;
    }
    this.#lines.push(line);
    this.#waiting += line.length;
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#handle.close();
  }

  async #write(): Promise<void> {
    const { file, mostBytes, logger } = this.#options;
    try {
      while (this.#lines.length > 0) {
        if (this.#bytes >= mostBytes) await this.#rotate();
        const text = this.#takeUpTo(mostBytes - this.#bytes);
        await this.#handle.appendFile(text);
        this.#bytes += Buffer.byteLength(text);
        if (this.#lost > 0) logger.warn('audit', `${this.#lost} events were not written to ${file}: they came faster than it takes them`);
        this.#lost = 0;
      }
    } catch (error) {
      this.#failed = true;
      this.#lines = [];
      logger.error('audit', `nothing more is written to ${file}`, error);
    }
  }

  /** At least one line, and otherwise no more than there is room for. */
  #takeUpTo(bytes: number): string {
    let count = 0;
    let length = 0;
    while (count < this.#lines.length && (count === 0 || length + Buffer.byteLength(this.#lines[count]!) <= bytes)) length += Buffer.byteLength(this.#lines[count++]!);
    const text = this.#lines.splice(0, count).join('');
    this.#waiting -= text.length;
    return text;
  }

  async #rotate(): Promise<void> {
    const { file } = this.#options;
    await this.#handle.close();
    await rename(file, `${file}.1`);
    this.#handle = await openForAppend(file);
    this.#bytes = 0;
  }
}

async function openForAppend(file: string): Promise<FileHandle> {
  const handle = await open(file, 'a', 0o600);
  await handle.chmod(0o600); // also where it was there already
  return handle;
}
