/**
 * Texts that hold words of a cluster, made inert where VS Code would read more in them than text: links in a notification may run commands,
 * and `$(name)` in a label is an icon. A zero-width space between the two characters that matter leaves the words as they were.
 */

/** For notifications: `[text](command:…)` is no link. */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u200B(');
}

/** For labels of quick picks and the status bar: `$(name)` is no icon. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200B(');
}
