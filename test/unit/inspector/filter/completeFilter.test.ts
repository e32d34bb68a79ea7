import { describe, expect, it } from 'vitest';
import { completeFilter } from '../../../../extension/inspector/filter/completeFilter.ts';
import { sessionValues } from '../../../../extension/inspector/filter/sessionValues.ts';
import { openSession } from '../../../support/openSession.ts';

const values: Readonly<Record<string, readonly string[]>> = { stage: ['queue', 'store'], key: ['web/a', 'web/b c'] };
/** `|` is the caret. */
const at = (marked: string) => {
  const caret = marked.indexOf('|');
  const { from, to, items } = completeFilter(marked.replace('|', ''), caret, (field) => values[field] ?? []);
  return { part: marked.replace('|', '').slice(from, to), items: items.map(({ insert }) => insert) };
};

describe('completeFilter', () => {
  it.each([
    ['st|', 'st', ['stage:']],
    ['pop -ke|', 'ke', ['key:']],
    ['stage:|', '', ['queue', 'store']],
    ['stage:st|', 'st', ['store']],
    ['stage:queue,|', '', ['queue', 'store']],
    ['stage:queue,s|', 's', ['store']],
    ['key:we|b', 'web', ['web/a', '"web/b c"']],
    ['ke| pop', 'ke', ['key:']],
    ['pop|', 'pop', []],
    ['stage:queue|', 'queue', []],
  ])('%s', (marked, part, items) => {
    expect(at(marked)).toEqual({ part, items });
  });

  it('offers every field where nothing is written', () => {
    expect(at('pop |').items).toContain('changed:');
  });
});

describe('what a session has', () => {
  it('is offered: its informers, and the keys of its newest entries with their namespaces', () => {
    const { session } = openSession();
    session.informers.start({ group: '', version: 'v1', resource: 'pods' });
    for (const key of ['web/a', 'jobs/b']) session.tracer.record({ kind: 'reflector.event', informer: 'v1/pods', key, type: 'ADDED', rv: '1' });
    const of = (text: string): string[] => completeFilter(text, text.length, sessionValues(session, null)).items.map(({ insert }) => insert);
    expect(of('informer:')).toEqual(['v1/pods', 'pods']);
    expect(of('key:')).toEqual(['jobs/*', 'web/*', 'jobs/b', 'web/a']);
    expect(of('key:web/')).toEqual(['web/a']);
    expect(of('stage:')).toContain('queue');
    expect(of('nonsense:')).toEqual([]);
  });
});
