import { expect, it } from 'vitest';
import { sessionsInFront } from '../../../extension/inspector/sessionsInFront.ts';
import { openSession } from '../../support/openSession.ts';

const { session: dev } = openSession({ source: { kind: 'context', context: 'dev' } });
const { session: playground } = openSession({ source: { kind: 'playground', size: 'small', seed: 7 } });
const all = [dev, playground];

it('is that of the panel in front, whatever is selected in the tree', () => {
  expect(sessionsInFront({ panel: { session: playground }, selected: dev, all })).toEqual([playground]);
});

it('is none in front of a panel whose session is gone or has ended: no other may be stepped from there', async () => {
  expect(sessionsInFront({ panel: { session: undefined }, selected: dev, all })).toEqual([]);
  const { session: ended } = openSession();
  await ended.close();
  expect(sessionsInFront({ panel: { session: ended }, selected: dev, all })).toEqual([]);
});

it('is the selected one when no panel is in front, while it is there', () => {
  expect(sessionsInFront({ panel: undefined, selected: dev, all })).toEqual([dev]);
  expect(sessionsInFront({ panel: undefined, selected: dev, all: [playground] })).toEqual([playground]);
});

it('is any of them when nothing tells which', () => {
  expect(sessionsInFront({ panel: undefined, selected: undefined, all })).toEqual(all);
});
