import { clip } from '../base/clip.ts';
import { messageOf } from '../base/codedError.ts';
import type { RateLimit } from '../cluster/requestThrottle.ts';
import { parseFeatureGates } from '../informer/featureGates.ts';
import type { InformerSettings } from '../informer/sharedInformer.ts';
import type { InformerChoices } from '../informer/sharedInformerFactory.ts';
import { parseFieldSelector } from '../kube/fieldSelector.ts';
import { parseLabelSelector } from '../kube/labelSelector.ts';
import { isNamespaceName } from '../kube/serviceAccount.ts';
import { type FailOn, parseFailOn } from './failOn.ts';
import { type FlagValues, readFlags } from './readFlags.ts';
import { UsageError } from './usageError.ts';

/** When a recording ends. Without condition: when it is interrupted. */
export type StopCondition =
  | { readonly kind: 'synced' }
  | { readonly kind: 'for'; readonly ms: number }
  | { readonly kind: 'events'; readonly count: number }
  | { readonly kind: 'interrupted' };

export interface RecordOptions {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  /** Of each object its metadata alone. */
  readonly metadataOnly: boolean;
  /** Before it starts, the person is told what it will read. */
  readonly preflight: boolean;
  /** For all requests but watches. */
  readonly rateLimit: RateLimit | undefined;
  readonly settings: Pick<InformerSettings, 'clientGo' | 'queue'> & InformerChoices;
  readonly stop: StopCondition;
  /** Bounds the wait for `synced` and `events`. */
  readonly timeoutMs: number;
  /** Also the raw input is written. */
  readonly input: boolean;
  /** At the end the cache is written. */
  readonly cache: boolean;
  readonly out: string | undefined;
  /** It fails when one of these occurs. */
  readonly failOn: readonly FailOn[];
}

export const recordUsage = `Usage: npm run -s record -- [--kubeconfig FILE] [--context NAME] --resource [group/version/]resource [--namespace NS]
    [--label-selector S] [--field-selector S] [--client-go 1.32|1.36|article] [--queue deltafifo|realfifo|atomic] [--resync SECONDS]
    [--feature-gates GATE=true|false,...] [--check-streamed-lists] [--metadata-only] [--preflight] [--qps N [--burst N]]
    [--until-synced | --for SECONDS | --until-events N] [--timeout SECONDS] [--input] [--cache] [--out FILE]
    [--fail-on lint:NAME,error:CODE,...]
Runs one informer and writes each of its steps as a line of JSON. Ends by its condition, else by Ctrl+C.
Status 0: it was met, and the informer is synced; 1: it was not; 2: wrong arguments; 3: something has occurred that --fail-on names.`;

const flags = {
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  resource: { type: 'string' },
  namespace: { type: 'string' },
  'label-selector': { type: 'string' },
  'field-selector': { type: 'string' },
  'metadata-only': { type: 'boolean' },
  preflight: { type: 'boolean' },
  qps: { type: 'string' },
  burst: { type: 'string' },
  'client-go': { type: 'string' },
  queue: { type: 'string' },
  resync: { type: 'string' },
  'feature-gates': { type: 'string' },
  'check-streamed-lists': { type: 'boolean' },
  'until-synced': { type: 'boolean' },
  for: { type: 'string' },
  'until-events': { type: 'string' },
  timeout: { type: 'string' },
  input: { type: 'boolean' },
  cache: { type: 'boolean' },
  out: { type: 'string' },
  'fail-on': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Flag = keyof typeof flags;
type Values = FlagValues<typeof flags>;

const clientGos = { '1.32': '1.32', '1.36': '1.36', article: 'article' } as const;
const queues = { deltafifo: 'DeltaFIFO', realfifo: 'RealFIFO', atomic: 'atomic' } as const;

/** client-go's, where nobody gives one. */
const defaultBurst = 10;

/** Some 24 days, the longest time that one timer of Node can wait, in seconds. */
const maxSeconds = 2_147_483;

/** Undefined when only help is wanted. @throws UsageError */
export function parseRecordArguments(args: readonly string[]): RecordOptions | undefined {
  const values = readFlags(args, flags);
  if (values.help) return undefined;
  const resync = values.resync === undefined ? undefined : seconds(values, 'resync', 0);
  const featureGates = parsed(values, 'feature-gates', parseFeatureGates);
  return {
    kubeconfig: text(values, 'kubeconfig'),
    context: text(values, 'context'),
    resource: text(values, 'resource') ?? fail('--resource is missing; say which one to watch, such as --resource pods'),
    namespace: namespaceOf(values),
    labelSelector: selector(values, 'label-selector', parseLabelSelector),
    fieldSelector: selector(values, 'field-selector', parseFieldSelector),
    metadataOnly: values['metadata-only'] === true,
    preflight: values.preflight === true,
    rateLimit: rateLimit(values),
    settings: {
      clientGo: choice(values, 'client-go', clientGos, '1.32'),
      queue: choice(values, 'queue', queues, 'deltafifo'),
      ...(resync !== undefined && { resyncPeriodMs: resync * 1000 }),
      ...(featureGates && { featureGates }),
      ...(values['check-streamed-lists'] === true && { checksStreamedLists: true }),
    },
    stop: stopCondition(values),
    timeoutMs: (values.timeout === undefined ? 30 : seconds(values, 'timeout', Number.MIN_VALUE)) * 1000,
    input: values.input === true,
    cache: values.cache === true,
    out: text(values, 'out'),
    failOn: parsed(values, 'fail-on', parseFailOn) ?? [],
  };
}

function text(values: Values, flag: Flag): string | undefined {
  const value = values[flag];
  if (value === '') fail(`--${flag} is empty; give it a value, or leave it out`);
  return typeof value === 'string' ? value : undefined;
}

function namespaceOf(values: Values): string | undefined {
  const namespace = text(values, 'namespace');
  if (namespace !== undefined && !isNamespaceName(namespace)) {
    fail(`"${clip(namespace, 63)}" cannot be the name of a namespace; use up to 63 small letters, digits and dashes, of which a letter or digit is the first and the last`);
  }
  return namespace;
}

function selector(values: Values, flag: Flag, parse: (text: string) => unknown): string | undefined {
  parsed(values, flag, parse);
  return text(values, flag);
}

function parsed<T>(values: Values, flag: Flag, parse: (text: string) => T): T | undefined {
  const value = text(values, flag);
  if (value === undefined) return undefined;
  try {
    return parse(value);
  } catch (error) {
    return fail(`--${flag} cannot be read: ${messageOf(error)}`);
  }
}

function choice<T extends string>(values: Values, flag: Flag, choices: Readonly<Record<string, T>>, standard: string): T {
  const value = text(values, flag) ?? standard;
  const chosen = Object.hasOwn(choices, value) ? choices[value] : undefined;
  return chosen ?? fail(`--${flag} cannot be "${value}"; choose one of ${Object.keys(choices).join(', ')}`);
}

/** Undefined for none, which is also what a rate of 0 says. */
function rateLimit(values: Values): RateLimit | undefined {
  const qps = text(values, 'qps');
  const burst = text(values, 'burst');
  if (qps === undefined && burst !== undefined) fail('--burst says how many requests may go at once under a limit; give the limit with --qps');
  if (qps !== undefined && !/^\d{1,6}(\.\d{1,6})?$/.test(qps)) fail(`--qps needs a number of requests a second, or 0 for no limit, not "${qps}"`);
  if (burst !== undefined && !/^[1-9]\d{0,5}$/.test(burst)) fail(`--burst needs a whole number from 1, not "${burst}"`);
  return Number(qps ?? 0) > 0 ? { qps: Number(qps), burst: Number(burst ?? defaultBurst) } : undefined;
}

function stopCondition(values: Values): StopCondition {
  const given = (['until-synced', 'for', 'until-events'] as const).filter((flag) => values[flag] !== undefined);
  if (given.length > 1) fail(`${given.map((flag) => `--${flag}`).join(' and ')} exclude each other; choose one`);
  switch (given[0]) {
    case 'until-synced':
      return { kind: 'synced' };
    case 'for':
      return { kind: 'for', ms: seconds(values, 'for', Number.MIN_VALUE) * 1000 };
    case 'until-events': {
      const value = text(values, 'until-events') ?? '';
      if (!/^\d{1,9}$/.test(value) || Number(value) === 0) fail(`--until-events needs a whole number from 1 to 999999999, not "${value}"`);
      return { kind: 'events', count: Number(value) };
    }
    default:
      return { kind: 'interrupted' };
  }
}

function seconds(values: Values, flag: Flag, least: number): number {
  const value = text(values, flag) ?? '';
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
  if (!(number >= least && number <= maxSeconds)) fail(`--${flag} needs a number of seconds ${least > 0 ? 'above 0 and up to' : 'from 0 to'} ${maxSeconds}, not "${value}"`);
  return number;
}

function fail(what: string): never {
  throw new UsageError(`${what[0]!.toUpperCase()}${what.slice(1)}.`);
}
