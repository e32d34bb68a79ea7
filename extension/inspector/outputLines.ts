import type { Readable } from 'node:stream';
import { shortened } from '../controller/process/limits.ts';

/** More characters of a line than are shown of it. */
const longestLine = 64 * 1024;

/**
 * Hands over what a process writes, line by line, without control characters.
 * @param mayRead asked with the length of each piece that comes; what it refuses is thrown away unread
 */
export function readLines(stream: Readable, mayRead: (characters: number) => boolean, onLine: (line: string) => void): void {
  let line = '';
  const say = (text: string): void => {
    const clean = shortened(text.replace(/\p{Cc}+(\[[0-9;]*m)?/gu, ' ').trimEnd());
    if (clean !== '') onLine(clean);
  };
  stream.setEncoding('utf8');
  stream.on('error', () => undefined); // a close follows
  stream.on('data', (text: string) => {
    if (!mayRead(text.length)) {
      line = '';
      return;
    }
    const lines = (line + text).split(/\r?\n/);
    line = (lines.pop() ?? '').slice(0, longestLine);
    lines.forEach(say);
  });
  stream.on('end', () => say(line));
}
