import { describe, expect, it } from 'vitest';
import { parseRecordArguments } from '../../../extension/cli/recordArguments.ts';
import { UsageError } from '../../../extension/cli/usageError.ts';

const parse = (...args: string[]) => parseRecordArguments(['--resource', 'pods', ...args])!;

describe('the command line of the recorder', () => {
  it('needs nothing but a resource', () => {
    expect(parse()).toEqual({
      kubeconfig: undefined,
      context: undefined,
      resource: 'pods',
      namespace: undefined,
      labelSelector: undefined,
      fieldSelector: undefined,
      metadataOnly: false,
      preflight: false,
      rateLimit: undefined,
      settings: { clientGo: '1.32', queue: 'DeltaFIFO' },
      stop: { kind: 'interrupted' },
      timeoutMs: 30_000,
      input: false,
      cache: false,
      out: undefined,
      failOn: [],
    });
  });

  it('takes every option, with a space or an equals sign', () => {
    const where = '--kubeconfig|a b|--context=x/y|--namespace|d|--label-selector|app in (a,b)|--field-selector=spec.nodeName=n';
    const how = '--metadata-only|--preflight|--qps|2.5|--burst=3|--client-go|1.36|--queue|atomic|--resync|30|--until-events|3|--timeout|2.5|--input|--cache|--out|f|--fail-on|lint:hot-loop,error:410';
    const options = parse(...where.split('|'), ...how.split('|'));
    expect(options).toEqual({
      kubeconfig: 'a b',
      context: 'x/y',
      resource: 'pods',
      namespace: 'd',
      labelSelector: 'app in (a,b)',
      fieldSelector: 'spec.nodeName=n',
      metadataOnly: true,
      preflight: true,
      rateLimit: { qps: 2.5, burst: 3 },
      settings: { clientGo: '1.36', queue: 'atomic', resyncPeriodMs: 30_000 },
      stop: { kind: 'events', count: 3 },
      timeoutMs: 2500,
      input: true,
      cache: true,
      out: 'f',
      failOn: [
        { kind: 'lint', lint: 'hot-loop' },
        { kind: 'error', code: 410 },
      ],
    });
  });

  it('takes gates of client-go, and the check of streamed lists', () => {
    const settings = (...args: string[]): unknown => parseRecordArguments(['--resource', 'pods', ...args])!.settings;
    const given = ['--feature-gates', 'WatchListClient=true,InOrderInformersBatchProcess=false', '--check-streamed-lists'];
    expect(settings(...given)).toEqual({
      clientGo: '1.32',
      queue: 'DeltaFIFO',
      featureGates: { WatchListClient: true, InOrderInformersBatchProcess: false },
      checksStreamedLists: true,
    });
    expect(() => settings('--feature-gates', 'AtomicFIFO=true')).toThrow(
      '--feature-gates cannot be read: no such gate can be set: "AtomicFIFO"; those that can be are WatchListClient, InOrderInformersBatchProcess, UnlockWhileProcessingFIFO.',
    );
  });

  it.each([
    [['--until-synced'], { kind: 'synced' }],
    [['--for', '5'], { kind: 'for', ms: 5000 }],
    [['--until-events', '7'], { kind: 'events', count: 7 }],
  ])('%j is a stop condition', (args, stop) => {
    expect(parse(...args).stop).toEqual(stop);
  });

  it.each([
    ['deltafifo', 'DeltaFIFO'],
    ['realfifo', 'RealFIFO'],
    ['atomic', 'atomic'],
  ])('--queue %s is %s', (name, queue) => {
    expect(parse('--queue', name).settings.queue).toBe(queue);
  });

  it.each([
    [['--qps', '5'], { qps: 5, burst: 10 }],
    [['--qps', '0.5', '--burst', '1'], { qps: 0.5, burst: 1 }],
    [['--qps', '0'], undefined],
    [['--qps', '0', '--burst', '3'], undefined],
  ])('%j is a rate limit as client-go’s', (args, limit) => {
    expect(parse(...args).rateLimit).toEqual(limit);
  });

  it('asks for help', () => {
    expect(parseRecordArguments(['--help'])).toBeUndefined();
  });

  it('a resync of 0 is a choice too', () => {
    expect(parse('--resync', '0').settings).toEqual({ clientGo: '1.32', queue: 'DeltaFIFO', resyncPeriodMs: 0 });
  });

  it.each([
    [[], /^--resource is missing/],
    [['--resource', 'pods', '--nope'], /no option --nope/],
    [['--resource', 'pods', '-x'], /no option -x/],
    [['--resource', 'pods', '--until-Synced'], /no option --until-Synced/],
    [['--resource', 'pods', 'stray'], /"stray" does not belong/],
    [['--resource'], /--resource needs a value/],
    [['--resource', '--cache'], /--resource needs a value/],
    [['--resource', 'pods', '--resource', 'nodes'], /given twice/],
    [['--resource', 'pods', '--cache=yes'], /--cache takes no value/],
    [['--resource', ''], /--resource is empty/],
    [['--resource', 'pods', '--namespace', 'A_b'], /cannot be the name of a namespace/],
    [['--resource', 'pods', '--namespace', 'a/b'], /cannot be the name of a namespace/],
    [['--resource', 'pods', '--label-selector', 'a=b=c='], /--label-selector cannot be read/],
    [['--resource', 'pods', '--field-selector', 'nonsense'], /--field-selector cannot be read/],
    [['--resource', 'pods', '--client-go', '1.20'], /choose one of 1\.32, 1\.36, article/],
    [['--resource', 'pods', '--queue', 'toString'], /choose one of deltafifo, realfifo, atomic/],
    [['--resource', 'pods', '--until-synced', '--for', '3'], /--until-synced and --for exclude each other/],
    [['--resource', 'pods', '--for', '0'], /number of seconds above 0 and up to 2147483, not "0"/],
    [['--resource', 'pods', '--for', '-3'], /number of seconds/],
    [['--resource', 'pods', '--for', '1e3'], /number of seconds/],
    [['--resource', 'pods', '--for', '2147484'], /number of seconds above 0 and up to 2147483, not "2147484"/],
    [['--resource', 'pods', '--resync', '-1'], /number of seconds from 0 to 2147483, not "-1"/],
    [['--resource', 'pods', '--until-events', '1.5'], /whole number from 1/],
    [['--resource', 'pods', '--until-events', '0'], /whole number from 1/],
    [['--resource', 'pods', '--timeout', 'soon'], /number of seconds/],
    [['--resource', 'pods', '--resync', '-1'], /number of seconds/],
    [['--resource', 'pods', '--qps', '-1'], /number of requests a second/],
    [['--resource', 'pods', '--qps', 'many'], /number of requests a second/],
    [['--resource', 'pods', '--qps', '5', '--burst', '0'], /whole number from 1/],
    [['--resource', 'pods', '--qps', '5', '--burst', '1.5'], /whole number from 1/],
    [['--resource', 'pods', '--burst', '5'], /give the limit with --qps/],
  ])('%j is refused in one sentence', (args, message) => {
    expect(() => parseRecordArguments(args)).toThrow(UsageError);
    expect(() => parseRecordArguments(args)).toThrow(message);
    expect(() => parseRecordArguments(args)).toThrow(/^[^\n]+\.$/);
  });
});
