import { parseArgs } from 'node:util';
import type { Work } from './standard.ts';

export interface BenchArguments extends Omit<Work, 'pods'> {
  /** Of a case; absent: the standard work. */
  readonly name: string | undefined;
  /** Absent: as many as the case has by itself. */
  readonly pods: number | undefined;
  readonly json: boolean;
}

/** @throws Error with a sentence that says what is wrong with the arguments */
export function parseBenchArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      pods: { type: 'string' },
      events: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
    },
  });
  if (positionals.length > 1) throw new Error(`One case at a time: ${positionals.join(', ')}.`);
  return {
    name: positionals[0],
    pods: values.pods === undefined ? undefined : countOf('--pods', values.pods),
    events: countOf('--events', values.events),
    rounds: countOf('--rounds', values.rounds),
    json: values.json,
  };
}

function countOf(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name} takes a whole number from 1 on, not ${JSON.stringify(text)}.`);
  return count;
}
