import type { FormatDefinition } from 'ajv';
import { isIPv4, isIPv6 } from 'node:net';

const texts: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  duration: (text) => /^[+-]?(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text) || text === '0',
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  hostname: (text) => text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/i.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: (text) => URL.canParse(text),
};

const numbers: Readonly<Record<string, (value: number) => boolean>> = {
  int32: (value) => Math.abs(value) <= 2 ** 31 && value !== 2 ** 31,
  int64: (value) => Math.abs(value) <= 2 ** 63,
};

/** The formats of the API server that say something: any other one says nothing. */
export const formats: ReadonlyMap<string, FormatDefinition<string> | FormatDefinition<number>> = new Map<string, FormatDefinition<string> | FormatDefinition<number>>([
  ...Object.entries(texts).map(([name, validate]) => [name, { type: 'string', validate }] as const),
  ...Object.entries(numbers).map(([name, validate]) => [name, { type: 'number', validate }] as const),
]);
