/** As the setting counts them: `0.4 MB`, `61 MB`. */
export function formatMegabytes(bytes: number): string {
  const mega = bytes / 1_000_000;
  return `${mega < 10 ? Number(mega.toFixed(1)) : Math.round(mega)} MB`;
}
