/** Whether one of the paths of a rule is this one; a star at the end fits whatever comes then. */
export function matchesPath(urls: readonly string[] = [], path: string): boolean {
  return urls.some((url) => url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, ''))));
}
