import { expect, it } from 'vitest';
import { Watchdog } from '../../../../extension/controller/process/watchdog.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

function watch() {
  const clock = new FakeClock();
  const pings: number[] = [];
  const silences: number[] = [];
  const watchdog = new Watchdog({ clock, ping: (number) => pings.push(number), onSilent: (ms) => silences.push(ms) });
  return { clock, pings, silences, watchdog };
}

it('asks once a second, as long as it is answered', async () => {
  const { clock, pings, silences, watchdog } = watch();
  for (let second = 0; second < 60; second++) {
    watchdog.pong(pings.at(-1)!);
    await clock.advance(1000);
  }
  expect([pings.length, silences]).toEqual([61, []]);
  watchdog.dispose();
  expect(clock.pending).toBe(0);
});

it('says once that no answer came for ten seconds', async () => {
  const { clock, pings, silences } = watch();
  await clock.advance(9999);
  expect(silences).toEqual([]);
  await clock.advance(1);
  expect(silences).toEqual([10_000]);
  await clock.advance(60_000);
  expect([silences.length, pings.length, clock.pending]).toEqual([1, 1, 0]);
});

it('is not told twice by one answer, nor by an answer to what was not asked', async () => {
  const { clock, silences, watchdog } = watch();
  watchdog.pong(1);
  await clock.advance(1000);
  watchdog.pong(1);
  watchdog.pong(99);
  await clock.advance(10_000);
  expect(silences).toEqual([10_000]);
});

it('does not take the sleep of the host for the silence of the process', async () => {
  const { clock, pings, silences, watchdog } = watch();
  clock.pass(3_600_000); // the lid was closed
  await clock.advance(1000);
  watchdog.pong(pings.at(-1)!); // the answer lay there
  await clock.advance(2000);
  expect(silences).toEqual([]);
});
