import { beforeEach, describe, expect, it } from 'vitest';
import { type Row, RowClock, type RowText } from '../../../extension/inspector/rowClock.ts';
import type { InformerNode, ObjectNode, SourceNode, TreeNode } from '../../../extension/inspector/treeNode.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const source = { type: 'source', id: 's' } as SourceNode;
const rowOf = (name: string): InformerNode => ({ type: 'informer', id: name, parent: source, name });
const waits = rowOf('waits');
const steady = rowOf('steady');
const still = rowOf('still');

let clock: FakeClock;
let rows: RowClock;
/** What each row says now, and when that changes. */
let texts: (row: Row) => RowText;
/** Names of rows that were to be drawn again, by second. */
let drawn: string[];

/** As a view does: what is fired is drawn. */
function draw(node: TreeNode): void {
  rows.drew(node as Row, texts(node as Row));
}

beforeEach(() => {
  clock = new FakeClock();
  drawn = [];
  texts = (row) => {
    const seconds = Math.floor(clock.now() / 1000);
    if (row === waits) return { text: `in ${100 - seconds} s`, changesInMs: 1000 };
    if (row === steady) return seconds < 4 ? { text: 'young', changesInMs: 4000 - clock.now() } : { text: 'old', changesInMs: seconds < 60 ? 60_000 - clock.now() : undefined };
    return { text: 'still', changesInMs: undefined };
  };
  rows = new RowClock({ clock, textOf: (row) => texts(row) });
  rows.onTick((nodes) => {
    drawn.push(`${clock.now() / 1000}: ${nodes.map(({ id }) => id).join(' ')}`);
    for (const node of nodes) draw(node);
  });
});

describe('rows that go by time', () => {
  it('are drawn again each second where they count, at each step where they tell an age, and never where they are still', async () => {
    for (const row of [waits, steady, still]) draw(row);
    rows.setVisible(true);
    await clock.advance(5500);
    expect(drawn).toEqual(['1: waits', '2: waits', '3: waits', '4: steady waits', '5: waits']);
  });

  it('are left as they are while another row counts: each has its own time', async () => {
    const slow = rowOf('slow');
    const before = texts;
    texts = (row) => (row === slow ? { text: `in ${30_000 - clock.now()} ms`, changesInMs: 5000 } : before(row));
    for (const row of [waits, slow]) draw(row);
    rows.setVisible(true);
    await clock.advance(5500);
    expect(drawn).toEqual(['1: waits', '2: waits', '3: waits', '4: waits', '5: slow waits']);
  });

  it('need no timer while none goes by time, nor one each second where only ages go on', async () => {
    rows.setVisible(true);
    draw(still);
    expect(clock.pending).toBe(0);
    draw(steady);
    expect(clock.pending).toBe(1);
    await clock.advance(59_000);
    expect(drawn).toEqual(['4: steady']);
    await clock.advance(2000);
    // Nothing changes any more.
    expect(clock.pending).toBe(0);
  });

  it('stand still while nobody looks, without a timer, and are drawn at once when somebody does', async () => {
    draw(waits);
    await clock.advance(5000);
    expect([drawn, clock.pending]).toEqual([[], 0]);
    rows.setVisible(true);
    expect(drawn).toEqual(['5: waits']);
    await clock.advance(1000);
    rows.setVisible(false);
    expect(clock.pending).toBe(0);
    await clock.advance(5000);
    expect(drawn).toEqual(['5: waits', '6: waits']);
  });

  it('are not asked for again until they have been drawn: a row that is not shown costs nothing', async () => {
    rows.onTick(() => rows.drew(waits, { text: '', changesInMs: undefined }));
    draw(waits);
    rows.setVisible(true);
    await clock.advance(10_000);
    expect(drawn).toEqual(['1: waits']);
    expect(clock.pending).toBe(0);
  });

  it('leave the tooltip that somebody reads alone, also that of a row below, and make it anew afterwards', async () => {
    const object: ObjectNode = { type: 'object', id: 'o', parent: steady, key: 'd/a' };
    for (const row of [waits, steady]) draw(row);
    rows.setVisible(true);
    await clock.advance(3500);
    rows.reads(object);
    await clock.advance(9900);
    expect(drawn.filter((line) => line.includes('steady'))).toEqual([]);
    // The others count meanwhile.
    expect(drawn).toHaveLength(13);
    await clock.advance(2000);
    expect(drawn.filter((line) => line.includes('steady'))).toHaveLength(1);
    rows.reads(waits);
    drawn = [];
    await clock.advance(9000);
    expect(drawn).toEqual([]);
    await clock.advance(2000);
    expect(drawn[0]).toMatch(/: waits$/);
  });

  it('end with the view', async () => {
    draw(waits);
    rows.setVisible(true);
    rows.dispose();
    await clock.advance(5000);
    expect([drawn, clock.pending]).toEqual([[], 0]);
  });
});
