import { Fault } from '../inspector/recordings/conform.ts';
import { LineSplitter } from '../inspector/recordings/lineSplitter.ts';
import { LineReader, NewerFormat } from '../inspector/recordings/recordingLine.ts';

export interface Validated {
  readonly lines: number;
  /** Of them those that have a fault. */
  readonly faulty: number;
  /** The first of those. */
  readonly faults: readonly { readonly line: number; readonly why: string }[];
}

const maxLineBytes = 256 * 1024 * 1024;
const maxFaults = 1000;

/** Holds each line to the published schema, to the letter. @throws whatever `chunks` throws */
export async function validateLines(chunks: AsyncIterable<Buffer>): Promise<Validated> {
  const reader = new LineReader({ strict: true });
  const faults: { readonly line: number; readonly why: string }[] = [];
  let lines = 0;
  let faulty = 0;
  const splitter = new LineSplitter(maxLineBytes, (text, line) => {
    if (text?.trim() === '') return;
    lines++;
    const why = text === undefined ? 'it is too long' : faultIn(reader, text, lines === 1);
    if (why === undefined) return;
    faulty++;
    if (faults.length < maxFaults) faults.push({ line, why });
  });
  for await (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, faulty, faults };
}

function faultIn(reader: LineReader, text: string, isFirst: boolean): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const line = reader.read(value);
  if (line instanceof Fault) return line.text;
  if (line instanceof NewerFormat) return `it is of version ${line.version} of the format, which this version does not know`;
  return isFirst && !('informerTrace' in line) ? 'the first line is the header, { "informerTrace": 1 }' : undefined;
}
