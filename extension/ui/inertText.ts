/**
 * Texts that hold words of a cluster, made inert where VS Code would read more in them than text: links in a notification may run commands,
 * and `$(name)` in a label is an icon. A zero-width space between the two characters that matter leaves the words as they were.
 */

/** For notifications: `[text](command:…)` is no link. */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u200B(');
}

/** In one line and not longer than `most`: a line break would begin something else, and a control character could turn around what follows. */
export function oneLine(text: string, most = 300): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '�');
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** The same between backticks: a name, or code, of somebody's. */
export function quoted(text: string, most?: number): string {
  return `\`${oneLine(text, most)}\``;
}

/** For labels of quick picks and the status bar: `$(name)` is no icon. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200B(');
}

/** For the path of a document, which is for people alone: a name, or what was cut out of it, is one part. */
export function pathPart(name: string): string {
  return name.toWellFormed().replace(/[\\/\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
}
