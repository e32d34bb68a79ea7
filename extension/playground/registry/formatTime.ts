/** RFC 3339 in whole seconds, as `metav1.Time`. @param wallMs milliseconds since the epoch */
export function formatTime(wallMs: number): string {
  return new Date(wallMs).toISOString().replace(/\.\d+Z$/, 'Z');
}
