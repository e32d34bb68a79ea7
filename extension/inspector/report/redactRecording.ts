import { lineText } from '../../trace/lineText.ts';
import type { RecordingLine } from '../../trace/recording.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { redactLine } from './redactLine.ts';

export interface RedactedRecording {
  /** NDJSON: the header, and as many of the newest lines as fit. */
  readonly text: string;
  readonly lines: number;
  /** Older lines that did not fit. */
  readonly leftOut: number;
}

/**
 * A recording that may leave the machine: other names, no values. Works on line by line and yields after each hundred, so that whoever runs it may do something else in
 * between, or stop. @param most characters that it is to have
 */
export function* redactRecording(lines: Iterable<RecordingLine>, pseudonyms: Pseudonyms, most: number): Generator<void, RedactedRecording> {
  let header = '';
  let texts: string[] = [];
  let first = 0;
  let length = 0;
  let count = 0;
  for (const line of lines) {
    const text = `${lineText(redactLine(line, pseudonyms)).text}\n`;
    if ('informerTrace' in line) header = text;
    else {
      texts.push(text);
      length += text.length;
      while (length > most && first < texts.length) length -= texts[first++]!.length;
      // What has been left out is let go of in one go, now and then.
      if (first > 10_000) [texts, first] = [texts.slice(first), 0];
    }
    if (++count % 100 === 0) yield;
  }
  const kept = texts.slice(first);
  const all = count - (header === '' ? 0 : 1);
  return { text: header + kept.join(''), lines: kept.length, leftOut: all - kept.length };
}
