import { expect, it } from 'vitest';
import { handedRows, isForgotten } from '../../../extension/ui/commands/handedRows.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const [one, two, other] = [{ id: 'one' }, { id: 'two' }, { id: 'other' }];
const view = (...selection: readonly unknown[]) => ({ selection });

it.each([
  ['nothing, from the palette', []],
  ['the clicked row', [one, undefined]],
  ['a clicked row that is forgotten', [undefined, undefined]],
  ['several that are all there', [two, [one, two]]],
  ['what is no row at all', ['v1/pods', 'default/web']],
])('%s is left as it is, at once', async (_, args) => {
  const clock = new FakeClock();
  expect(await handedRows(args, [view(one, two)], clock)).toBe(args);
  expect(clock.pending).toBe(0);
});

it.each([
  ['all of them', [undefined, [undefined, undefined]], [undefined, [one, two]]],
  ['one of them', [two, [undefined, two]], [two, [one, two]]],
])('several of which VS Code has forgotten %s are those that are selected, as soon as they are there again', async (_, args, expected) => {
  const clock = new FakeClock();
  const views = [view(), { selection: [] as unknown[] }];
  const handed = handedRows(args, views, clock);
  await clock.advance(400);
  views[1]!.selection = [two];
  await clock.advance(400);
  views[1]!.selection = [one, two];
  await clock.advance(50);
  expect(await handed).toEqual(expected);
  expect(clock.pending).toBe(0);
});

it('are none of another view, in which as many are selected', async () => {
  const clock = new FakeClock();
  const views = [view(other, one), { selection: [] as unknown[] }];
  const handed = handedRows([two, [undefined, two]], views, clock);
  await clock.advance(200);
  views[1]!.selection = [one, two];
  await clock.advance(50);
  expect(await handed).toEqual([two, [one, two]]);
});

it.each([
  ['do not come again', [view(two)]],
  ['could be of two views', [view(one, two), view(other, one)]],
])('are given up where they %s', async (_, views) => {
  const clock = new FakeClock();
  const args = [undefined, [undefined, undefined]];
  const handed = handedRows(args, views, clock);
  await clock.advance(6000);
  expect(await handed).toBe(args);
  expect(clock.pending).toBe(0);
});

it.each([
  ['by the palette, or a key', [], false],
  ['by a row', [one, undefined], false],
  ['by a row that is forgotten', [undefined, undefined], true],
  ['by a button beside it', [undefined], true],
  ['by the title of a view, which hands over null', [null], false],
  ['by one of several that are there', [undefined, [one, two]], false],
])('a command that is called %s', (_, args, expected) => {
  expect(isForgotten('openObject', args)).toBe(expected);
});

it('a command that may stand in the title of a view asks, or means what is in front', () => {
  expect(isForgotten('startInformer', [undefined, undefined])).toBe(false);
});
