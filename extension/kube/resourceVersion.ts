/** Below zero when `one` is the older. Versions outgrow what a double can hold, so they are compared digit by digit. */
export function compareResourceVersions(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}
