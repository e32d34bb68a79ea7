import path from 'node:path';
import { type ChurnRate, churnRates } from '../playground/churn/churn.ts';
import { type WorldSize, worldSizes } from '../playground/world/createWorld.ts';
import { readFlags } from './readFlags.ts';
import { UsageError } from './usageError.ts';

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

const flags = {
  size: { type: 'string' },
  seed: { type: 'string' },
  churn: { type: 'string' },
  port: { type: 'string' },
  kubeconfig: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * @param directory where the person stands: relative paths start there
 * @throws UsageError
 */
export function parsePlaygroundArguments(args: readonly string[], directory: string): PlaygroundArguments {
  const { size = 'small', seed = '1', churn = 'calm', port = '0', kubeconfig, help = false } = readFlags(args, flags);
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

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
  return found;
}

function wholeNumber(name: string, value: string, max: number): number {
  if (!/^\d{1,10}$/.test(value) || Number(value) > max) throw new UsageError(`${name} must be a whole number from 0 to ${max}, not ${JSON.stringify(value)}.`);
  return Number(value);
}
