import path from 'node:path';
import { parseArgs } from 'node:util';
import { CodedError, messageOf } from '../base/codedError.ts';
import { type ChurnRate, churnRates } from '../playground/churn/churn.ts';
import { type WorldSize, worldSizes } from '../playground/world/createWorld.ts';

export const playgroundUsage = `Usage: npm run -s playground -- [--size small|town|city] [--seed N] [--churn off|calm|busy] [--port N] [--kubeconfig FILE]

Runs a Kubernetes API server with a made-up cluster on this machine, until SIGINT or SIGTERM.
  --size        how large the cluster is: small (some 60 objects, the default), town (5,000 pods), city (20,000 pods)
  --seed        which cluster it is, and what happens in it: the same number, the same cluster (default 1)
  --churn       how much happens by itself: off, calm (the default), busy
  --port        where it listens on 127.0.0.1; without it, any free port
  --kubeconfig  where its kubeconfig is written; must not exist yet. Without it, a temporary file`;

export interface PlaygroundArguments {
  readonly size: WorldSize;
  readonly seed: number;
  readonly churn: ChurnRate;
  /** 0: any that is free. */
  readonly port: number;
  /** Absolute; undefined for a temporary file. */
  readonly kubeconfig: string | undefined;
  readonly help: boolean;
}

/** The command line makes no sense. The message is the sentence to show. */
export class UsageError extends CodedError<'UsageError', undefined> {
  override readonly name = 'UsageError';

  constructor(message: string, options?: ErrorOptions) {
    super('UsageError', message, undefined, options);
  }

  static is(error: unknown): error is UsageError {
    return error instanceof UsageError;
  }
}

const options = {
  size: { type: 'string', default: 'small' },
  seed: { type: 'string', default: '1' },
  churn: { type: 'string', default: 'calm' },
  port: { type: 'string', default: '0' },
  kubeconfig: { type: 'string' },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/**
 * @param directory where the person stands: relative paths start there
 * @throws UsageError
 */
export function parsePlaygroundArguments(args: readonly string[], directory: string): PlaygroundArguments {
  const { size, seed, churn, port, kubeconfig, help } = parse(args);
  if (kubeconfig === '') throw new UsageError('--kubeconfig needs the name of a file.');
  return {
    size: oneOf('--size', size, worldSizes),
    seed: wholeNumber('--seed', seed, 0xffff_ffff),
    churn: oneOf('--churn', churn, churnRates),
    port: wholeNumber('--port', port, 65_535),
    kubeconfig: kubeconfig === undefined ? undefined : path.resolve(directory, kubeconfig),
    help,
  };
}

function parse(args: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof options }>>['values'] {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // Node's messages say which argument it is, and sometimes more than one sentence.
    throw new UsageError(`${messageOf(error).split(/\.?(?:\s|$)(?=[A-Z]|$)/, 1)[0]}.`, { cause: error });
  }
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
  return found;
}

function wholeNumber(name: string, value: string, max: number): number {
  if (!/^\d{1,10}$/.test(value) || Number(value) > max) throw new UsageError(`${name} must be a whole number from 0 to ${max}, not ${JSON.stringify(value)}.`);
  return Number(value);
}
