import { createHash } from 'node:crypto';
import { readRecording, type ReadLimits } from '../../extension/inspector/recordings/readRecording.ts';
import { isRefusal, type Recording, type Refusal } from '../../extension/inspector/recordings/recording.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import type { WatchEvent } from '../../extension/kube/watchEvent.ts';
import type { RecordingLine } from '../../extension/trace/recording.ts';

/** The same for the same value, so that tests can say what comes out. */
export const testHash = (value: string): string => createHash('sha256').update(value).digest('hex');

/** Reads a text as a file of so many bytes a chunk. */
export async function readText(text: string, limits: Partial<ReadLimits> = {}, chunkBytes = 1000): Promise<Recording | Refusal> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
  }
  return readRecording(chunks(), { hash: testHash, limits });
}

/** Of a text that is one. */
export async function readLines(lines: readonly (RecordingLine | object)[]): Promise<Recording> {
  const recording = await readText(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {}, 64 * 1024);
  if (isRefusal(recording)) throw new Error(`refused: ${recording.refused}`);
  return recording;
}

/** Lines of a recording of pods; each takes a second. */
export class RecordingScript {
  readonly lines: RecordingLine[] = [{ informerTrace: 1, resource: 'v1/pods', clientGo: '1.32', queue: 'DeltaFIFO' }];
  #time = 0;
  #watch = 0;

  list(resourceVersion: number, ...items: readonly KubeObject[]): this {
    const page = { kind: 'PodList', resourceVersion: String(resourceVersion), items, bytes: 100 };
    this.lines.push({ kind: 'input.list', t: this.#next(), options: { resourceVersion: '0' }, page });
    return this;
  }

  watch(resourceVersion: number, options: object = {}): this {
    this.lines.push({ kind: 'input.watch', t: this.#next(), watch: ++this.#watch, options: { resourceVersion: String(resourceVersion), ...options } });
    return this;
  }

  /** One read of the socket. */
  events(...events: readonly WatchEvent[]): this {
    this.lines.push({ kind: 'input.watch', t: this.#next(), watch: this.#watch, events });
    return this;
  }

  closed(): this {
    this.lines.push({ kind: 'input.watch', t: this.#next(), watch: this.#watch, closed: true });
    return this;
  }

  read(): Promise<Recording> {
    return readLines(this.lines);
  }

  #next(): number {
    return (this.#time += 1000);
  }
}
