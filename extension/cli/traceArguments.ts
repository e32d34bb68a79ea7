import type { Versions } from '../debugger/comparison/tellEntry.ts';
import { entrySchemas } from '../trace/schema/entrySchemas.ts';
import { type FlagValues, readFlags } from './readFlags.ts';
import { UsageError } from './usageError.ts';

export type TraceOptions =
  | {
      readonly command: 'diff';
      readonly files: readonly [string, string];
      readonly versions: Versions;
      /** Beginnings of the kinds that count; undefined: all. */
      readonly kinds: readonly string[] | undefined;
      /** So many differences are told. */
      readonly limit: number;
    }
  | { readonly command: 'validate'; readonly file: string };

export const traceUsage = `Usage: npm run -s trace -- diff A B [--kinds queue.,store.,handler.,...] [--versions exact|order|ignored] [--limit N]
       npm run -s trace -- validate FILE
diff compares two recordings: of each key what happened to it, in order, without numbers and times. --versions order compares resourceVersions by the
order in which they came, for recordings of two clusters; ignored does not compare them. Status 0: the same; 1: they differ, or something was left out of them; 2: wrong arguments, or nothing to compare.
validate holds each line to trace.schema.json. Status 0: all are as it says; 1: some are not; 2: wrong arguments.`;

const flags = {
  kinds: { type: 'string' },
  versions: { type: 'string' },
  limit: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const knownKinds = Object.keys(entrySchemas);
const kindGroups = [...new Set(knownKinds.map((kind) => `${kind.split('.')[0]}.`))];

const versions: readonly Versions[] = ['exact', 'order', 'ignored'];

/** Undefined when only help is wanted. @throws UsageError */
export function parseTraceArguments(args: readonly string[]): TraceOptions | undefined {
  const [command, ...rest] = args;
  if (command === undefined) throw new UsageError('Say what to do: diff A B, or validate FILE; see --help.');
  if (command === '--help' || command === '-h') return undefined;
  if (command !== 'diff' && command !== 'validate') throw new UsageError(`There is no "${command}"; say diff A B, or validate FILE.`);
  const options = rest.findIndex((arg) => arg.startsWith('-') && arg !== '-');
  const files = options < 0 ? rest : rest.slice(0, options);
  const values = readFlags(options < 0 ? [] : rest.slice(options), flags);
  if (values.help) return undefined;
  if (command === 'validate') {
    const [file] = files;
    if (file === undefined || files.length > 1) throw new UsageError('validate needs one file, before any option.');
    const given = (['kinds', 'versions', 'limit'] as const).find((name) => values[name] !== undefined);
    if (given) throw new UsageError(`--${given} is of diff, and not of validate.`);
    return { command, file };
  }
  const [one, other] = files;
  if (one === undefined || other === undefined || files.length > 2) throw new UsageError('diff needs two files, before any option.');
  return { command, files: [one, other], versions: versionsOf(values), kinds: kindsOf(values), limit: limitOf(values) };
}

type Values = FlagValues<typeof flags>;

function versionsOf({ versions: given = 'exact' }: Values): Versions {
  const found = versions.find((each) => each === given);
  if (!found) throw new UsageError(`--versions cannot be "${given}"; choose one of ${versions.join(', ')}.`);
  return found;
}

function kindsOf({ kinds }: Values): readonly string[] | undefined {
  if (kinds === undefined) return undefined;
  const all = kinds.split(',').map((kind) => kind.trim());
  const wrong = all.find((kind) => !/^[a-z]+\.?[a-z]*$/.test(kind));
  if (wrong !== undefined) throw new UsageError(`--kinds needs beginnings of kinds, such as handler. or queue.pop, not "${wrong}".`);
  // What begins no kind would leave nothing to compare, and nothing differs from nothing.
  const unknown = all.find((beginning) => !knownKinds.some((kind) => kind.startsWith(beginning)));
  if (unknown !== undefined) throw new UsageError(`--kinds has "${unknown}", with which no kind begins. Kinds begin with ${kindGroups.join(', ')}; trace.schema.json has all of them.`);
  return all;
}

function limitOf({ limit = '20' }: Values): number {
  if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError(`--limit needs a whole number from 1 to 999999, not "${limit}".`);
  return Number(limit);
}
