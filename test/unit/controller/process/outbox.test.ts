import { expect, it } from 'vitest';
import { Outbox } from '../../../../extension/controller/process/outbox.ts';

it('sends the first message of a turn at once, and the rest of it together', () => {
  const lines: string[] = [];
  const turns: (() => void)[] = [];
  const outbox = new Outbox<number>((text) => lines.push(text), (callback) => turns.push(callback));
  for (const number of [1, 2, 3]) outbox.send(number);
  expect(lines).toEqual(['[1]\n']);
  turns.shift()!();
  expect(lines).toEqual(['[1]\n', '[2,3]\n']);
  outbox.send(4);
  outbox.flush();
  outbox.send(5);
  outbox.flush(); // what is not to wait for the end of the turn
  expect(lines.slice(2)).toEqual(['[4]\n', '[5]\n']);
  turns.shift()!();
  expect([lines.length, turns.length]).toEqual([4, 0]);
});
