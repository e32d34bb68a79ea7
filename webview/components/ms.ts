/** Milliseconds as the stages of a chain take them: `0.2`, `12`, `1,204`. */
export function shortMs(ms: number, language = 'en'): string {
  const digits = ms < 100 ? 1 : 0;
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(ms);
}
