import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePlaygroundArguments } from '../../../extension/cli/playgroundArguments.ts';
import { UsageError } from '../../../extension/cli/usageError.ts';

const here = path.resolve('somewhere');

describe('the arguments of the playground', () => {
  it('have defaults for all', () => {
    expect(parsePlaygroundArguments([], here)).toEqual({ size: 'small', seed: 1, churn: 'calm', port: 0, kubeconfig: undefined, help: false });
  });

  it('are taken as they are given, paths from where the person stands', () => {
    expect(parsePlaygroundArguments(['--size', 'town', '--seed=7', '--churn', 'busy', '--port', '8443', '--kubeconfig', 'a/b'], here)).toEqual({
      size: 'town',
      seed: 7,
      churn: 'busy',
      port: 8443,
      kubeconfig: path.join(here, 'a/b'),
      help: false,
    });
  });

  it.each([
    [['--size', 'huge'], '--size must be one of small, town, city, not "huge".'],
    [['--churn', 'wild'], '--churn must be one of off, calm, busy, not "wild".'],
    [['--seed', '1.5'], '--seed must be a whole number from 0 to 4294967295, not "1.5".'],
    [['--seed', '-1'], '--seed must be a whole number from 0 to 4294967295, not "-1".'],
    [['--seed', '1', '--seed', '2'], '--seed is given twice.'],
    [['--port', '8443', '--port=8443'], '--port is given twice.'],
    [['--help', '-h'], '-h is given twice.'],
    [['--help=yes'], '--help takes no value.'],
    [['--size', '--churn', 'off'], '--size needs a value.'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536".'],
    [['--kubeconfig', ''], '--kubeconfig needs the name of a file.'],
    [['--kubeconfig'], '--kubeconfig needs a value.'],
    [['--colour'], 'There is no option --colour; see --help.'],
    [['small'], '"small" does not belong to any option.'],
  ])('%j: one sentence', (args, message) => {
    const refuse = (): unknown => parsePlaygroundArguments(args, here);
    expect(refuse).toThrow(UsageError);
    expect(refuse).toThrow(expect.objectContaining({ message }));
    expect(refuse).toThrow(expect.objectContaining({ message: expect.stringMatching(/^[^\n]+\.$/) as string }));
  });
});
