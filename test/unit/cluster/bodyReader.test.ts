import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { BodyReader } from '../../../extension/cluster/bodyReader.ts';
import { ConnectionError } from '../../../extension/kube/status.ts';
import type { FakeClock } from '../../support/fakeClock.ts';
import { WakingClock } from '../../support/wakingClock.ts';

const patience = { ms: 70_000, code: 'silent' } as const;

function bodyOn(clock: FakeClock): { readonly stream: Readable; readonly body: BodyReader } {
  const stream = new Readable({ read: () => undefined });
  return { stream, body: new BodyReader(stream, { release: () => stream.destroy(), clock, server: 's' }) };
}

it('after a sleep reads what has come before it calls the stream silent', async () => {
  const clock = new WakingClock();
  const { stream, body } = bodyOn(clock);
  clock.onRead = () => void stream.push('it came while we slept');
  const reading = body.read(patience);
  await clock.advance(70_000);
  expect(String(await reading)).toBe('it came while we slept');
  expect(clock.pending).toBe(0);
});

it('calls it silent when nothing has come', async () => {
  const clock = new WakingClock();
  const { body } = bodyOn(clock);
  const reading = body.read(patience).catch((error: unknown) => error);
  await clock.advance(70_000);
  expect(ConnectionError.is(await reading, 'silent')).toBe(true);
  expect(clock.pending).toBe(0);
});
