import { pathToFileURL } from 'node:url';

/** In a source map: the first line is the first line, and each that follows is the one after it. */
const firstLine = 'AAAA';
const nextLine = ';AACA';

/**
 * A source without its types, with a map that leads each line to the same line of the author's file. A debugger shows what differs from the file as a
 * document of its own; with the map it shows the file. Of columns nothing is said: they would be wrong where a type stood.
 */
export function withLineMap(source: string, file: string): string {
  const lines = source.split('\n').length;
  const map = { version: 3, sources: [pathToFileURL(file).href], names: [], mappings: firstLine + nextLine.repeat(lines - 1) };
  return `${source}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}\n`;
}
