import type { SessionPicture } from '../sessionPicture.ts';
import type { TextField } from './fieldTexts.ts';
import { fieldTexts } from './fieldTexts.ts';
import { fieldValues } from './fieldValues.ts';
import type { ValuesOf } from './completeFilter.ts';

/** The newest entries that are looked at for what may be meant. */
const looked = 3000;

/** What a session has of the values of a field: all of those that are known, else those of the newest entries. */
export function sessionValues(session: SessionPicture, selected: string | null): ValuesOf {
  return function* values(field, begins) {
    const known = fieldValues[field as TextField];
    if (known) yield* field === 'stage' ? known.filter((stage) => stage !== 'lint' && stage !== 'input') : known;
    else if (field === 'informer') yield* session.informers.all.map(({ name }) => name);
    else if (field === 'queue' || field === 'controller') yield* session.controllers.running.map(({ name }) => name);
    else if (field === 'handler') yield* session.informers.all.flatMap(({ informer }) => informer.handlers.map(({ name }) => name));
    if (!Object.hasOwn(fieldTexts, field) || known) return;
    // A namespace as a whole is meant more often than one key of it.
    if (field === 'key') for (const namespace of newest(session, selected, 'namespace', begins.replace(/\/.*$/s, ''))) if (!begins.includes('/')) yield `${namespace}/*`;
    yield* newest(session, selected, field as TextField, begins);
  };
}

function* newest({ tracer }: SessionPicture, selected: string | null, field: TextField, begins: string): Generator<string> {
  const texts = fieldTexts[field];
  for (let seq = tracer.lastSeq; seq > Math.max(tracer.dropped, tracer.lastSeq - looked); seq--) {
    const entry = tracer.at(seq);
    if (!entry || (selected !== null && entry.informer !== undefined && entry.informer !== selected)) continue;
    // Comparing thousands of updates is not worth a list of their paths.
    if (field === 'changed' && tracer.lastSeq - seq > 300) return;
    const value = texts(entry);
    const all = value === undefined ? [] : typeof value === 'string' ? [value] : value;
    for (const each of all) if (each !== '' && each.toLowerCase().includes(begins)) yield each;
  }
}
