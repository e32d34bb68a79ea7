/** The group in an `apiVersion`: `apps` of `apps/v1`, nothing of `v1`. */
export function groupOf(apiVersion: unknown): string {
  const text = typeof apiVersion === 'string' ? apiVersion : '';
  return text.includes('/') ? text.slice(0, text.indexOf('/')) : '';
}
