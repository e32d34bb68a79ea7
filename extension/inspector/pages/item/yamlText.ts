/** Below this a value is written as JSON, on one line; no API nests as deep. */
const deepest = 60;

/** Words that would be read as something else than text. */
const notPlain = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * A JSON value as YAML, as `kubectl get -o yaml` writes it: lists at the place of their field, texts of several lines as blocks. At once and without a
 * library, since it is written ten times a second; a test holds it to what the library reads.
 * @param indent spaces before each line
 */
export function yamlText(value: unknown, indent = 0): string {
  const lines: string[] = [];
  writeBlock(value, indent, lines, 0);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** One field, and what is in it. */
export function yamlField(name: string, value: unknown, indent = 0): string {
  const lines: string[] = [];
  writeField(name, value, indent, lines, 0);
  return `${lines.join('\n')}\n`;
}

function writeBlock(value: unknown, indent: number, lines: string[], depth: number): void {
  if (Array.isArray(value) && value.length > 0 && depth < deepest) {
    for (const element of value as unknown[]) writeElement(element, indent, lines, depth + 1);
  } else if (isFilled(value) && depth < deepest) {
    for (const [name, each] of Object.entries(value)) if (each !== undefined) writeField(name, each, indent, lines, depth + 1);
  } else {
    lines.push(pad(indent) + inline(value));
  }
}

function writeField(name: string, value: unknown, indent: number, lines: string[], depth: number): void {
  const head = `${pad(indent)}${plainOrQuoted(name)}:`;
  const block = typeof value === 'string' ? blockText(value, indent + 2) : undefined;
  if (block !== undefined) {
    lines.push(`${head} ${block}`);
  } else if (depth < deepest && Array.isArray(value) && value.length > 0) {
    lines.push(head);
    writeBlock(value, indent, lines, depth);
  } else if (depth < deepest && isFilled(value)) {
    lines.push(head);
    writeBlock(value, indent + 2, lines, depth);
  } else {
    lines.push(`${head} ${inline(value)}`);
  }
}

/** Its first line stands behind the dash. */
function writeElement(element: unknown, indent: number, lines: string[], depth: number): void {
  const block = typeof element === 'string' ? blockText(element, indent + 2) : undefined;
  if (block !== undefined) {
    lines.push(`${pad(indent)}- ${block}`);
    return;
  }
  const first = lines.length;
  writeBlock(element, indent + 2, lines, depth);
  const line = lines[first];
  if (line !== undefined) lines[first] = `${pad(indent)}- ${line.slice(indent + 2)}`;
}

function inline(value: unknown): string {
  if (typeof value === 'string') return plainOrQuoted(value);
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '"…"'; // deeper than the stack
  }
}

/** A text of several lines as a block, where it can be one. */
function blockText(text: string, indent: number): string | undefined {
  if (!text.includes('\n') || !/^[\x21-\x7E\xA1-\uD7FF][\x20-\x7E\xA1-\uD7FF\n]*$/.test(text) || text.endsWith('\n\n') || /[\u2028\u2029]/.test(text)) return undefined;
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n').map((line) => (line === '' ? '' : pad(indent) + line));
  return `|${text.endsWith('\n') ? '' : '-'}\n${lines.join('\n')}`;
}

function plainOrQuoted(text: string): string {
  if (text.length <= 1000 && isPlain(text)) return text;
  return JSON.stringify(text);
}

/** Names, images, addresses and sentences; a number, a date and a word that means something are quoted. */
function isPlain(text: string): boolean {
  if (/^\d+(?:\.\d+){2,}$/.test(text)) return true;
  return /^[A-Za-z_/](?:[\w./@+,=()-]|:(?=[\w/])| (?=[\w./@+(-]))*$/.test(text) && !notPlain.test(text);
}

function isFilled(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

function pad(indent: number): string {
  return ' '.repeat(indent);
}
