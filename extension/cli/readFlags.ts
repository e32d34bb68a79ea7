import { parseArgs } from 'node:util';
import { UsageError } from './usageError.ts';

/** What a program understands, by its long names. */
export type Flags = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string; readonly multiple?: true }>>;

/** `true` for a flag without value, all values of one that may be given more than once; absent when it was not given. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]?: F[Name]['type'] extends 'boolean' ? true : F[Name] extends { readonly multiple: true } ? readonly string[] : string;
};

/**
 * Reads a command line. What comes after a flag that takes a value is its value, although it begins with a dash: `--seed -1` is a wrong
 * number, and not a riddle.
 * @throws UsageError also for a flag that is given twice, and may not be: one of the two would count for nothing
 */
export function readFlags<F extends Flags>(args: readonly string[], flags: F): FlagValues<F> {
  const { tokens } = parseArgs({ args: [...args], options: flags, strict: false, tokens: true });
  const values: Record<string, string | true | string[]> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`"${token.value}" does not belong to any option.`);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) throw new UsageError(`There is no option ${rawName}; see --help.`);
    const known = Object.hasOwn(values, name) ? values[name] : undefined;
    if (known !== undefined && !flag.multiple) throw new UsageError(`${rawName} is given twice.`);
    if (flag.type === 'boolean') {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
      values[name] = true;
    } else {
      // `--context --cache` forgot a value; `--context=--cache` means it.
      if (value === undefined || (!inlineValue && value.startsWith('--'))) throw new UsageError(`${rawName} needs a value.`);
      values[name] = flag.multiple ? [...(Array.isArray(known) ? known : []), value] : value;
    }
  }
  return values as FlagValues<F>;
}
