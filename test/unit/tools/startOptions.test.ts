import { describe, expect, it } from 'vitest';
import { startOptions } from '../../tools/startOptions.ts';

const here = import.meta.dirname;

describe('startOptions', () => {
  it('opens the playground on a free port and a browser, unless told otherwise', () => {
    expect(startOptions([], here)).toEqual({ kubeconfig: undefined, port: 0, open: true });
    expect(startOptions(['--port', '8123', '--no-open'], here)).toEqual({ kubeconfig: undefined, port: 8123, open: false });
  });

  it('takes the path of the kubeconfig from where the person stands', () => {
    expect(startOptions(['--kubeconfig', 'startOptions.test.ts'], here)).toMatchObject({ kubeconfig: import.meta.filename });
  });

  it.each([
    [['--kubeconfig', 'gone.yaml'], /There is no file .*gone\.yaml/],
    [['--kubeconfig'], /--kubeconfig/],
    [['--port', 'x'], /--port is a number/],
    [['--port=70000'], /--port is a number/],
    [['--wat'], /--wat.*Usage: npm start/],
    [['file.yaml'], /file\.yaml.*Usage: npm start/],
  ])('says in one sentence what is wrong with %j', (args, sentence) => {
    const { wrong } = startOptions(args, here) as { wrong: string };
    expect(wrong).toMatch(sentence);
    expect(wrong).not.toContain('\n');
  });
});
