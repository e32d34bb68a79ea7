/** RFC 3339 in whole seconds, as `metav1.Time`. @param wallMs milliseconds since the epoch */
export function formatTime(wallMs: number): string {
  const second = Math.floor(wallMs / 1000);
  // Writes come in crowds, and ask for the same second many times over.
  if (latest.second !== second) latest = { second, text: new Date(second * 1000).toISOString().replace('.000Z', 'Z') };
  return latest.text;
}

let latest = { second: Number.NaN, text: '' };
