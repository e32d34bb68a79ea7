const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** `42s`, `5m7s`, `3h`, `12d`: an age as kubectl's tables show it, coarser the longer it is. */
export function humanDuration(ms: number): string {
  const count = (unit: number): number => Math.floor(ms / unit);
  const two = (unit: number, name: string, small: number, smallName: string): string => {
    const rest = Math.floor((ms % unit) / small);
    return `${count(unit)}${name}${rest > 0 ? `${rest}${smallName}` : ''}`;
  };
  if (ms < -second) return '<invalid>';
  if (ms < 2 * minute) return `${Math.max(0, count(second))}s`;
  if (ms < 10 * minute) return two(minute, 'm', second, 's');
  if (ms < 3 * hour) return `${count(minute)}m`;
  if (ms < 8 * hour) return two(hour, 'h', minute, 'm');
  if (ms < 2 * day) return `${count(hour)}h`;
  if (ms < 8 * day) return two(day, 'd', hour, 'h');
  if (ms < 2 * year) return `${count(day)}d`;
  if (ms < 8 * year) return two(year, 'y', day, 'd');
  return `${count(year)}y`;
}

/** The time since an RFC 3339 timestamp, as {@link humanDuration}. */
export function ageOf(timestamp: string | null | undefined, now: number): string {
  return timestamp ? humanDuration(now - Date.parse(timestamp)) : '<unknown>';
}
