/** Times as the panel writes them; all in milliseconds. */

/** Session time, to the millisecond: `0:06.281`, `1:02:03.004`. */
export function formatTime(t: number): string {
  const total = Math.max(0, Math.floor(t));
  const ms = String(total % 1000).padStart(3, '0');
  const seconds = Math.floor(total / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const ss = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes % 60).padStart(2, '0')}:${ss}.${ms}` : `${minutes}:${ss}.${ms}`;
}

/** How long something takes, to what matters: `0.4 s`, `42 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
