import path from 'node:path';
import { defaultInflight, type InflightLimits, letsNobodyIn, mostInflight } from '../introspection/flowControl.ts';
import { mostCommitLatencyMs } from '../introspection/introspection.ts';
import { type ChurnRate, churnRates, defaultSeed, worldLimits } from '../introspection/world.ts';
import type { FaultSpec } from '../introspection/faults.ts';
import { defaultFeatureGates, type FeatureGates, featureGateNames } from '../playground/api/featureGates.ts';
import { allControllers, controllerNames, type ControllerSelection, unknownIn } from '../playground/controllers/controllerSelection.ts';
import { defaultCompactionMs } from '../playground/storage/compactor.ts';
import { articleProfile, currentProfile, type WatchCacheProfile, watchCacheProfiles } from '../playground/watchCache/watchCacheProfile.ts';
import { type WorldSize, worldSizes } from '../playground/world/createWorld.ts';
import type { AuditArguments } from './auditFiles.ts';
import { faultNames, readFault } from './readFault.ts';
import { readFlags } from './readFlags.ts';
import { UsageError } from './usageError.ts';

export const playgroundUsage = `Usage: npm run -s playground -- [--size small|town|city] [--seed N] [--churn off|calm|busy] [--speed N]
       [--controllers *,-NAME,…] [--port N] [--kubeconfig FILE]
       [--keep FILE | --load FILE] [--commit-latency MS] [--compaction SECONDS] [--profile current|article] [--ring N]
       [--feature-gates NAME=true|false,…] [--watch-cache-sizes RESOURCE#0,…]
       [--max-requests-inflight N] [--max-mutating-requests-inflight N] [--fault NAME=VALUE,…]…
       [--audit-log FILE] [--audit-policy FILE] [--audit-log-maxsize MB] [--introspection]

Runs a Kubernetes API server with a made-up cluster on this machine, until SIGINT or SIGTERM. Its kubeconfig has the contexts playground
(may everything), playground-team (everything in the namespace shop), playground-reader (reads all but Secrets) and playground-nobody.
  --size        how large the cluster is: small (some 80 objects and the roles that every cluster has, the default),
                town (5,000 pods), city (20,000 pods)
  --seed        which cluster it is, and what happens in it: the same number, the same cluster (default ${defaultSeed})
  --churn       how much happens by itself: off (the controllers alone: kubelets renew their Leases; --speed 0 stops that, too), calm (the
                default), busy
  --speed       how fast all of that goes, from 0 (not at all) to 100; 1 is as time passes (the default)
  --controllers who runs from the start: * for all (the default), NAME for one, -NAME for not that one, of
                ${controllerNames.join(', ')}
  --port        where it listens on 127.0.0.1; without it, any free port
  --kubeconfig  where its kubeconfig is written; must not exist yet. Without it, a temporary file
  --keep        a file that the cluster is kept in: where it is there, the cluster goes on as it was. It has the values of Secrets in it
  --load        a file from which the cluster is taken up, and which is left as it is
  --commit-latency  milliseconds that the storage takes for each write (default 0)
  --compaction  seconds between two compactions of the storage; 0 for none (default 300)
  --profile     how the watch caches behave: as the API server's do today (current, the default), or as in the article (a ring
                of a fixed size, and each event offered to every watcher)
  --ring        events in the ring of the article (default 100)
  --feature-gates      WatchList, ConsistentListFromCache, ListFromCacheSnapshot: all are on, as from 1.34 on
  --watch-cache-sizes  resources that have no watch cache, as pods#0 or deployments.apps#0; other sizes mean nothing
  --max-requests-inflight           requests that read, and
  --max-mutating-requests-inflight  requests that write, at a time: their sum is shared among the priority levels (default 400 and 200)
  --fault              breaks something on purpose, as 'kind=dropWatch,resource=v1/pods,rate=0.1,seed=7'; may be given more than once. Of the
                       names kind is needed; resource, verb, user and userAgent say whom it strikes, rate (0 to 1), times (0: always) and
                       seed how often, ms how long, code and retryAfter what a request is answered with. The kinds are
                       ${faultNames.replace(/, (?=expireWatch|holdHeaders|compact)/g, ',\n                       ')}
  --audit-log          a file that audit events are appended to, as lines of JSON; the values of Secrets are masked
  --audit-policy       a Policy of audit.k8s.io/v1 that says of which requests how much is told; without one, nothing is
  --audit-log-maxsize  megabytes after which the file is moved to FILE.1 and begun anew (default 100)
  --introspection      shows its inside to whoever started it: the line has then its address and token too`;

export interface PlaygroundArguments {
  readonly size: WorldSize;
  readonly seed: number;
  readonly churn: ChurnRate;
  readonly speed: number;
  readonly controllers: ControllerSelection;
  /** 0: any that is free. */
  readonly port: number;
  /** Absolute; undefined for a temporary file. */
  readonly kubeconfig: string | undefined;
  /** Absolute. */
  readonly keep: string | undefined;
  /** Absolute. */
  readonly load: string | undefined;
  readonly commitLatencyMs: number;
  readonly compactionMs: number;
  readonly profile: WatchCacheProfile;
  readonly gates: FeatureGates;
  readonly uncached: ReadonlySet<string>;
  readonly auditFiles: AuditArguments;
  readonly inflight: InflightLimits;
  /** What is broken from the start. */
  readonly faults: readonly FaultSpec[];
  readonly introspection: boolean;
  /** What was said and means nothing: a sentence each. */
  readonly warnings: readonly string[];
  readonly help: boolean;
}

const flags = {
  size: { type: 'string' },
  seed: { type: 'string' },
  churn: { type: 'string' },
  speed: { type: 'string' },
  controllers: { type: 'string' },
  port: { type: 'string' },
  kubeconfig: { type: 'string' },
  keep: { type: 'string' },
  load: { type: 'string' },
  'commit-latency': { type: 'string' },
  compaction: { type: 'string' },
  profile: { type: 'string' },
  ring: { type: 'string' },
  'feature-gates': { type: 'string' },
  'watch-cache-sizes': { type: 'string' },
  'default-watch-cache-size': { type: 'string' },
  'max-requests-inflight': { type: 'string' },
  'max-mutating-requests-inflight': { type: 'string' },
  fault: { type: 'string', multiple: true },
  'audit-log': { type: 'string' },
  'audit-policy': { type: 'string' },
  'audit-log-maxsize': { type: 'string' },
  introspection: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * @param directory where the person stands: relative paths start there
 * @throws UsageError
 */
export function parsePlaygroundArguments(args: readonly string[], directory: string): PlaygroundArguments {
  const given = readFlags(args, flags);
  const { size = 'small', seed = String(defaultSeed), churn = 'calm', port = '0', compaction = String(defaultCompactionMs / 1000), introspection = false, help = false } = given;
  for (const name of ['kubeconfig', 'keep', 'load', 'audit-log', 'audit-policy'] as const) if (given[name] === '') throw new UsageError(`--${name} needs the name of a file.`);
  if (given.keep !== undefined && given.load !== undefined) throw new UsageError('--keep and --load cannot be used together: a file that is kept is taken up too.');
  const inPlace = (file: string | undefined): string | undefined => (file === undefined ? undefined : path.resolve(directory, file));
  if (given['audit-log-maxsize'] !== undefined && given['audit-log'] === undefined) throw new UsageError('--audit-log-maxsize is for --audit-log.');
  const { uncached, warnings } = readCacheSizes(given['watch-cache-sizes'] ?? '');
  return {
    size: oneOf('--size', size, worldSizes),
    seed: wholeNumber('--seed', seed, 0xffff_ffff),
    churn: oneOf('--churn', churn, churnRates),
    speed: readSpeed(given.speed ?? '1'),
    controllers: readControllers(given.controllers),
    port: wholeNumber('--port', port, 65_535),
    kubeconfig: inPlace(given.kubeconfig),
    keep: inPlace(given.keep),
    load: inPlace(given.load),
    commitLatencyMs: wholeNumber('--commit-latency', given['commit-latency'] ?? '0', mostCommitLatencyMs),
    compactionMs: 1000 * wholeNumber('--compaction', compaction, 86_400),
    profile: readProfile(given.profile ?? 'current', given.ring),
    gates: readGates(given['feature-gates'] ?? ''),
    uncached,
    inflight: readInflight(given['max-requests-inflight'], given['max-mutating-requests-inflight']),
    faults: (given.fault ?? []).map(readFault),
    auditFiles: {
      log: inPlace(given['audit-log']),
      policy: inPlace(given['audit-policy']),
      mostBytes: 1_000_000 * atLeast('--audit-log-maxsize', given['audit-log-maxsize'] ?? '100', 1, 10_000),
    },
    introspection,
    warnings: [...warnings, ...(given['default-watch-cache-size'] === undefined ? [] : ['--default-watch-cache-size means nothing: each cache finds its size itself.'])],
    help,
  };
}

function readSpeed(text: string): number {
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(text) || Number(text) > worldLimits.speed) throw new UsageError(`--speed must be a number from 0 to ${worldLimits.speed}, not ${JSON.stringify(text)}.`);
  return Number(text);
}

function readControllers(text: string | undefined): ControllerSelection {
  if (text === undefined) return allControllers;
  const selection = partsOf(text);
  const unknown = unknownIn(selection);
  if (unknown !== undefined) throw new UsageError(`--controllers takes *, and names with or without "-": ${controllerNames.join(', ')}; not ${JSON.stringify(unknown)}.`);
  return selection;
}

function readProfile(text: string, ring: string | undefined): WatchCacheProfile {
  if (oneOf('--profile', text, watchCacheProfiles) === 'article') return articleProfile(atLeast('--ring', ring ?? '100', 1, 102_400));
  if (ring !== undefined) throw new UsageError('--ring is for --profile article: the ring of today finds its size itself.');
  return currentProfile();
}

/** As those of the API server, which lets nobody in where both are 0. */
function readInflight(reading = String(defaultInflight.reading), mutating = String(defaultInflight.mutating)): InflightLimits {
  const limits = {
    reading: wholeNumber('--max-requests-inflight', reading, mostInflight),
    mutating: wholeNumber('--max-mutating-requests-inflight', mutating, mostInflight),
  };
  if (letsNobodyIn(limits)) throw new UsageError('--max-requests-inflight and --max-mutating-requests-inflight cannot both be 0: nobody would be let in.');
  return limits;
}

function readGates(text: string): FeatureGates {
  const chosen = partsOf(text).map((part) => {
    const [name = '', value = ''] = part.split('=');
    return [oneOf('--feature-gates', name, featureGateNames), oneOf(`--feature-gates ${name}`, value, ['true', 'false']) === 'true'] as const;
  });
  return { ...defaultFeatureGates, ...Object.fromEntries(chosen) };
}

/** As the API server reads them: a size of 0 takes the cache away, any other is dropped with a warning. */
function readCacheSizes(text: string): { readonly uncached: ReadonlySet<string>; readonly warnings: readonly string[] } {
  const uncached = new Set<string>();
  const warnings: string[] = [];
  for (const part of partsOf(text)) {
    const [, resource, size] = /^([a-z0-9.-]+)#(\d{1,10})$/.exec(part) ?? [];
    if (resource === undefined) throw new UsageError(`--watch-cache-sizes takes resources with sizes, as pods#0, not ${JSON.stringify(part)}.`);
    if (Number(size) === 0) uncached.add(resource);
    else warnings.push(`--watch-cache-sizes ${part} means nothing: each cache finds its size itself, and only 0 takes it away.`);
  }
  return { uncached, warnings };
}

function partsOf(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
  return found;
}

function atLeast(name: string, value: string, min: number, max: number): number {
  const number = wholeNumber(name, value, max);
  if (number < min) throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`);
  return number;
}

function wholeNumber(name: string, value: string, max: number): number {
  if (!/^\d{1,10}$/.test(value) || Number(value) > max) throw new UsageError(`${name} must be a whole number from 0 to ${max}, not ${JSON.stringify(value)}.`);
  return Number(value);
}
