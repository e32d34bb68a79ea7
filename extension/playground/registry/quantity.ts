const units: Readonly<Record<string, number>> = { n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 };

/** The number that a quantity such as `500m`, `2Gi` or `1e3` is; near enough to compare two of them. NaN for what is none. */
export function quantityOf(text: string): number {
  const [, number = '', suffix = ''] = /^([+-]?[0-9.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text) ?? [];
  const unit = units[suffix];
  return number === '' || unit === undefined ? Number.NaN : Number(number) * unit;
}
