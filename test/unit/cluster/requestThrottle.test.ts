import { describe, expect, it } from 'vitest';
import { RequestThrottle } from '../../../extension/cluster/requestThrottle.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';

const never = new AbortController().signal;

function setup(qps: number, burst: number) {
  const clock = new FakeClock();
  const log = new RecordingLogger();
  const throttle = new RequestThrottle({ qps, burst }, clock, log);
  const sent: string[] = [];
  const waits: number[] = [];
  /** Asks for a turn, and notes when it comes. */
  const ask = (name: string, signal = never): Promise<void> =>
    throttle.wait(name, signal, (ms) => waits.push(ms)).then(() => void sent.push(`${name} at ${clock.now()}`));
  return { clock, log, throttle, sent, waits, ask };
}

describe('RequestThrottle', () => {
  it('lets a burst through at once, and then one after the other in the order in which they came', async () => {
    const { clock, sent, waits, ask } = setup(5, 2);
    for (const name of ['a', 'b', 'c', 'd']) void ask(name);
    await clock.settle();
    expect(sent).toEqual(['a at 0', 'b at 0']);
    expect(waits).toEqual([200, 400]);
    await clock.advance(1000);
    expect(sent).toEqual(['a at 0', 'b at 0', 'c at 200', 'd at 400']);
    expect(clock.pending).toBe(0);
  });

  it('fills up again while nobody asks', async () => {
    const { clock, sent, ask } = setup(5, 2);
    for (const name of ['a', 'b']) void ask(name);
    await clock.advance(400);
    for (const name of ['c', 'd']) void ask(name);
    await clock.settle();
    expect(sent.slice(2)).toEqual(['c at 400', 'd at 400']);
  });

  it('gives up with the signal’s reason, leaves no timer, and the turn to whoever comes next', async () => {
    const { clock, sent, ask } = setup(1, 1);
    await ask('a');
    const stop = new AbortController();
    const stopped = ask('b', stop.signal).catch((error: unknown) => error);
    await clock.advance(100);
    stop.abort('stopped');
    expect(await stopped).toBe('stopped');
    expect(clock.pending).toBe(0);
    void ask('c');
    await clock.advance(900);
    expect(sent).toEqual(['a at 0', 'c at 1000']);
  });

  it('takes no turn for what is stopped already', async () => {
    const { clock, sent, ask } = setup(1, 1);
    await expect(ask('a', AbortSignal.abort('no'))).rejects.toBe('no');
    void ask('b');
    await clock.settle();
    expect(sent).toEqual(['b at 0']);
  });

  it('says nothing of a wait up to 50 ms, keeps a longer one for whoever looks, and tells people of one over a second', async () => {
    const waitOf = async (ms: number): Promise<string[]> => {
      const { clock, log, ask } = setup(1000 / ms, 1);
      await ask('GET /a');
      void ask('GET /b');
      await clock.advance(ms);
      return log.take();
    };
    expect(await waitOf(50)).toEqual([]);
    expect(await waitOf(100)).toEqual(['trace transport: The rate limit of this client (10 a second, burst 1) held back GET /b for 0.10 s.']);
    expect(await waitOf(1000)).toEqual([expect.stringMatching(/^trace transport: The rate limit .* 1\.00 s\.$/)]);
    expect(await waitOf(2000)).toEqual([expect.stringMatching(/^warn transport: .*\(0\.5 a second, burst 1\) held back GET \/b for 2\.00 s\. Raise the limit where that is too long\.$/)]);
  });

  it('tells people at most once in ten seconds', async () => {
    const { clock, log, ask } = setup(0.5, 1);
    for (let index = 0; index < 8; index++) void ask(`GET /${index}`);
    await clock.advance(14_000);
    expect(log.lines.map((line) => `${line.split(' ')[0]} ${/GET (\/\d)/.exec(line)?.[1]}`)).toEqual(['warn /1', 'info /2', 'info /3', 'info /4', 'info /5', 'warn /6', 'info /7']);
  });
});
