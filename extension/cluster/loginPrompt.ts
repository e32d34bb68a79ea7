/** What somebody is asked to do in a browser, found in the words of a credential plugin. */
export interface LoginPrompt {
  /** An address, http or https. */
  readonly link?: string;
  /** To be typed there. */
  readonly code?: string;
}

/** Longer than any address of an authorization. */
const maxLink = 2048;

/** How far above a code its name may stand, in lines: it is often set apart. */
const above = 2;

const linkPattern = /\bhttps?:\/\/[^\s<>"'`\\^{|}]+/gi;

/** RFC 8628 lets a server choose; in use are groups with hyphens, and words of capitals and digits. */
const grouped = /(?<![\w-])[A-Z0-9]{3,6}(?:-[A-Z0-9]{3,6}){1,3}(?![\w-])/;
const single = /(?<![\w-])[A-Z0-9]{6,12}(?![\w-])/;

/** The last address and the last code that are named: a second try has others. Nothing is said of whose they are: whoever opens one decides. */
export function loginPrompt(lines: readonly string[]): LoginPrompt {
  const link = lastOf(lines, linkIn);
  const code = lastOf(lines, (line, index) => codeIn(line, lines.slice(Math.max(0, index - above), index)));
  return { ...(link !== undefined && { link }), ...(code !== undefined && { code }) };
}

function linkIn(line: string): string | undefined {
  for (const [found] of line.matchAll(linkPattern)) {
    // The end of a sentence is none of the address.
    const link = found.replace(/[.,;:!?)\]]+$/, '');
    // A name before the host only serves to look like another address.
    if (link.length <= maxLink && URL.canParse(link) && new URL(link).username === '') return link;
  }
  return undefined;
}

/** In a line that speaks of a code, or alone in one below such a line. */
function codeIn(line: string, before: readonly string[]): string | undefined {
  const text = line.replace(linkPattern, ' ');
  if (namesCode(text)) return (grouped.exec(text) ?? single.exec(text.slice(text.search(codeWord))))?.[0];
  if (!before.some(namesCode)) return undefined;
  const alone = grouped.exec(text) ?? single.exec(text);
  return alone && alone[0] === text.trim() ? alone[0] : undefined;
}

const codeWord = /\bcode\b/i;

/** The code of an error is another one. */
function namesCode(line: string): boolean {
  return codeWord.test(line) && !/\b(?:error|exit|status|return|response|http)[ -]code\b/i.test(line);
}

function lastOf(lines: readonly string[], find: (line: string, index: number) => string | undefined): string | undefined {
  for (let index = lines.length - 1; index >= 0; index--) {
    const found = find(lines[index]!, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
