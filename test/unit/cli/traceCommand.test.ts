import { describe, expect, it } from 'vitest';
import { type TraceStatus, traceCommand } from '../../../extension/cli/traceCommand.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

async function run(...args: readonly string[]): Promise<{ readonly status: TraceStatus; readonly printed: readonly string[]; readonly said: readonly string[] }> {
  const printed: string[] = [];
  const said: string[] = [];
  const status = await traceCommand({ args, cwd: await folder.path(), print: (line) => printed.push(line), say: (sentence) => said.push(sentence) });
  return { status, printed, said };
}

const header = { informerTrace: 1 };
const ofPod = { informer: 'v1/pods', handler: 'h' };
const add = (seq: number, key: string, rv: string): object => ({ seq, t: seq, kind: 'handler.add', key, rv, ...ofPod, isInInitialList: false });
const update = (seq: number, key: string, old: string, rv: string): object => ({ seq, t: seq, kind: 'handler.update', key, old, rv, ...ofPod, resync: false });

async function write(name: string, ...lines: readonly object[]): Promise<void> {
  await folder.write(name, [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

describe('diff', () => {
  it('finds two recordings the same whose numbers and times differ: status 0', async () => {
    await write('one', add(1, 'd/a', '5'), update(2, 'd/a', '5', '7'));
    await write('other', { seq: 10, t: 99, kind: 'reflector.synced', informer: 'v1/pods' }, add(11, 'd/a', '5'), update(12, 'd/a', '5', '7'));
    expect(await run('diff', 'one', 'other')).toEqual({ status: 0, printed: ['The same: one key compared, in 2 and 3 entries.'], said: [] });
  });

  it('tells the first difference of each key in a sentence: status 1', async () => {
    await write('one', add(1, 'd/a', '5'), update(2, 'd/a', '5', '7'), add(3, 'd/b', '6'));
    await write('other', add(1, 'd/a', '5'), update(2, 'd/a', '5', '8'));
    const { status, printed } = await run('diff', 'one', 'other');
    expect(status).toBe(1);
    expect(printed).toEqual([
      'v1/pods, d/a: after one step that is the same, one has handler.update h 5 7 (#2), and other has handler.update h 5 8 (#2).',
      'v1/pods, d/b: from the beginning, one has handler.add h 6 (#3), and other has nothing more.',
      'They differ in 2 keys; 2 keys compared, in 3 and 2 entries.',
    ]);
    expect((await run('diff', 'one', 'other', '--limit', '1')).printed).toHaveLength(2);
  });

  it('compares versions as told: as they are, by their order, or not at all', async () => {
    await write('one', add(1, 'd/a', '5'), update(2, 'd/a', '5', '7'));
    await write('other', add(1, 'd/a', '105'), update(2, 'd/a', '105', '111'));
    await write('again', add(1, 'd/a', '105'), update(2, 'd/a', '105', '105'));
    expect((await run('diff', 'one', 'other')).status).toBe(1);
    expect((await run('diff', 'one', 'other', '--versions', 'order')).status).toBe(0);
    expect((await run('diff', 'one', 'again', '--versions', 'order')).status).toBe(1);
    expect((await run('diff', 'one', 'again', '--versions', 'ignored')).status).toBe(0);
  });

  it('compares some kinds alone', async () => {
    await write('one', { seq: 1, t: 1, kind: 'queue.pop', informer: 'v1/pods', key: 'd/a', deltas: ['Added', 'Updated'], isInInitialList: false }, add(2, 'd/a', '5'));
    await write('other', { seq: 1, t: 1, kind: 'queue.pop', informer: 'v1/pods', key: 'd/a', deltas: ['Added'], isInInitialList: false }, add(2, 'd/a', '5'));
    expect((await run('diff', 'one', 'other')).status).toBe(1);
    expect((await run('diff', 'one', 'other', '--kinds', 'handler.,store.')).status).toBe(0);
  });

  it('never finds the same what has nothing to compare: a sentence, and status 2', async () => {
    await write('one');
    await write('other', { kind: 'summary', synced: true, objects: 1, resourceVersion: '1' });
    await write('some', add(1, 'd/a', '5'));
    expect(await run('diff', 'one', 'other')).toMatchObject({ status: 2, printed: [] });
    await folder.write('nothing', `${JSON.stringify(header)}\nnonsense\n`);
    expect(await run('diff', 'nothing', 'nothing')).toMatchObject({ status: 2, printed: [], said: expect.arrayContaining(['Nothing was compared: neither nothing nor nothing has an entry that can be compared. Name recordings that have.']) });
    expect(await run('diff', 'some', 'some', '--kinds', 'queue.pop')).toEqual({
      status: 2,
      printed: [],
      said: ['Nothing was compared: neither some nor some has an entry that can be compared and whose kind begins with queue.pop. Name recordings that have, or other kinds.'],
    });
    expect((await run('diff', 'one', 'some')).status).toBe(1);
  });

  it('says what could not be used, and quotes nothing that a terminal obeys', async () => {
    await write('one', add(1, 'd/\u001B[31ma', '5'), { kind: 'nonsense' });
    const { status, said, printed } = await run('diff', 'one', 'one');
    expect(status).toBe(1);
    expect(printed).toEqual(['No difference was found in what could be used of them, but not all of it could, so they may differ: one key compared, in 1 and 1 entries.']);
    expect([...new Set(said)]).toEqual(['A line of one could not be used; the first is line 3: there is no kind "nonsense".']);
    expect([...printed, ...said].join('')).not.toContain('\u001B');
  });
});

describe('validate', () => {
  it('finds each line as the schema says, or tells which is not: status 0 or 1', async () => {
    await write('good', add(1, 'd/a', '5'));
    expect(await run('validate', 'good')).toMatchObject({ status: 0, printed: ['All 2 lines are as the schema says.'] });
    await folder.write('bad', '{"seq":1}\nnonsense\n{"kind":"summary","synced":true,"objects":1,"resourceVersion":"1","more":1}\n{"kind":"summary","synced":"yes"}\n');
    expect(await run('validate', 'bad')).toEqual({
      status: 1,
      printed: ['Line 1: it says no kind.', 'Line 2: it is not JSON.', 'Line 3: more is no field of it.', 'Line 4: synced is neither true nor false.', '4 of 4 lines are not as the schema says.'],
      said: [],
    });
  });
});

describe('wrong arguments', () => {
  it.each([
    [[], 'Say what to do: diff A B, or validate FILE; see --help.'],
    [['compare'], 'There is no "compare"; say diff A B, or validate FILE.'],
    [['diff', 'one'], 'diff needs two files, before any option.'],
    [['diff', 'one', 'two', 'three'], 'diff needs two files, before any option.'],
    [['diff', 'one', 'two', '--versions', 'some'], '--versions cannot be "some"; choose one of exact, order, ignored.'],
    [['diff', 'one', 'two', '--limit', '0'], '--limit needs a whole number from 1 to 999999, not "0".'],
    [['diff', 'one', 'two', '--kinds', 'A'], '--kinds needs beginnings of kinds, such as handler. or queue.pop, not "A".'],
    [['diff', 'one', 'two', '--kinds', 'queue.,nope.'], expect.stringMatching(/^--kinds has "nope\.", with which no kind begins\. Kinds begin with .*queue\., .*; trace\.schema\.json has all of them\.$/)],
    [['diff', 'one', 'two', '--what'], 'There is no option --what; see --help.'],
    [['validate'], 'validate needs one file, before any option.'],
    [['validate', 'one', '--limit', '1'], '--limit is of diff, and not of validate.'],
  ])('%j: a sentence, and status 2', async (args, sentence) => {
    expect(await run(...args)).toEqual({ status: 2, printed: [], said: [sentence] });
  });

  it('a file that is not there, is empty, of a later version, or something else: a sentence, and status 2', async () => {
    await folder.write('empty', '');
    await folder.write('later', '{"informerTrace":7}\n');
    await folder.write('other', 'Hello');
    const said = async (file: string): Promise<string> => {
      const { status, said: sentences } = await run('diff', file, file);
      expect(status).toBe(2);
      return sentences.join(' ');
    };
    expect(await said('missing')).toBe('missing does not exist. Name a recording.');
    expect(await said('.')).toBe('. is a folder. Name a recording.');
    expect(await said('empty')).toBe('empty is empty. Name a recording.');
    expect(await said('later')).toBe('later is of version 7 of the format, which is later than this one reads. Use a later version of Informer Inspector.');
    expect(await said('other')).toBe('other is neither a recording nor what kubectl get --watch -o json writes. Name a recording.');
  });

  it('counts all lines with a fault, however many of them are told', async () => {
    await folder.write('noise', 'x\n'.repeat(120_000));
    const { status, printed } = await run('validate', 'noise');
    expect([status, printed.length]).toEqual([1, 21]);
    expect(printed.at(-1)).toBe('120000 of 120000 lines are not as the schema says; the first 20 are told above.');
  });

  it('help is printed: status 0', async () => {
    for (const args of [['--help'], ['diff', '--help']]) {
      const { status, printed } = await run(...args);
      expect(status).toBe(0);
      expect(printed.join('\n')).toMatch(/^Usage: npm run -s trace -- diff A B/);
    }
  });
});
