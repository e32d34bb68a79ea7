import { expect, it } from 'vitest';
import { FileWatch } from '../../../extension/inspector/fileWatch.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { MemoryFiles } from '../../support/memoryFiles.ts';

async function start(...paths: string[]) {
  const clock = new FakeClock();
  const files = new MemoryFiles();
  let changes = 0;
  const watch = new FileWatch({ files, clock, onChange: () => void changes++ });
  files.write('/a', 'one');
  await watch.watch(paths);
  return { clock, files, watch, changes: () => changes };
}

it('tells a change once, however many events it makes, when it has settled', async () => {
  const { clock, files, changes } = await start('/a');
  files.write('/a', '');
  await clock.advance(200);
  files.write('/a', 'tw');
  files.write('/a', 'two');
  await clock.advance(299);
  expect(changes()).toBe(0);
  await clock.advance(1);
  expect(changes()).toBe(1);
  await clock.advance(60_000);
  expect(changes()).toBe(1);
});

it('tells nothing when the content is what it was', async () => {
  const { clock, files, changes } = await start('/a');
  files.touch('/a');
  files.write('/a', 'two');
  files.write('/a', 'one');
  await clock.advance(60_000);
  expect(changes()).toBe(0);
});

it('tells of a file that comes into being, goes, and comes back', async () => {
  const { clock, files, changes } = await start('/a', '/b');
  for (const text of ['x', undefined, 'x']) {
    files.write('/b', text);
    await clock.advance(300);
  }
  expect(changes()).toBe(3);
});

it('sees within half a minute what no event tells of', async () => {
  const { clock, files, changes } = await start('/a');
  files.write('/a', 'two', { silently: true });
  await clock.advance(29_999);
  expect(changes()).toBe(0);
  await clock.advance(1);
  expect(changes()).toBe(1);
});

it('does not wait for ever where something happens all the time', async () => {
  const { clock, files, changes } = await start('/a');
  files.write('/a', 'two');
  for (let ms = 0; ms < 2000; ms += 100) {
    files.touch('/a');
    await clock.advance(100);
  }
  expect(changes()).toBe(1);
});

it('watches what it is told to, and no other file any more', async () => {
  const { clock, files, watch, changes } = await start('/a', '/b');
  await watch.watch(['/b', '/c']);
  expect(files.watched).toEqual(['/b', '/c']);
  files.write('/a', 'two');
  await clock.advance(60_000);
  expect(changes()).toBe(0);
  files.write('/c', 'x');
  await clock.advance(300);
  expect(changes()).toBe(1);
});

it('leaves nothing behind', async () => {
  const { clock, files, watch, changes } = await start('/a');
  files.write('/a', 'two');
  watch.dispose();
  files.write('/a', 'three');
  await clock.advance(60_000);
  expect([changes(), clock.pending, files.watched]).toEqual([0, 0, []]);
});
