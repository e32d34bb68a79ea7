import type { EntryLine } from '../recording.ts';
import { schemaFile } from '../recording.ts';
import { entrySchemas, seq } from './entrySchemas.ts';
import { constant, type FieldSchemas, type JsonSchema, milliseconds, optional, record, described } from './jsonSchema.ts';
import { lineSchemas, note } from './lineSchemas.ts';

const stamp = { seq, t: described('Milliseconds from the start of the session.', milliseconds), note: optional({ json: reference('note') }) };

/** The JSON Schema (2020-12) of each line of a recording; `entry` among its definitions is that of a trace entry alone. */
export function traceSchema(): JsonSchema {
  const entries = Object.entries(entrySchemas).map(([kind, { says, fields }]) => {
    const line = { ...stamp, kind: constant(kind), ...fields } as FieldSchemas<EntryLine>;
    return [kind, described(says, record(line)).json] as const;
  });
  const lines = Object.entries(lineSchemas).map(([name, { json }]) => [name, json] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: schemaFile,
    title: 'A line of a recording by Informer Inspector',
    oneOf: ['entry', ...Object.keys(lineSchemas)].map(reference),
    $defs: {
      entry: { oneOf: Object.keys(entrySchemas).map(reference) },
      ...Object.fromEntries([...entries, ...lines]),
      note: note.json,
    },
  };
}

function reference(definition: string): JsonSchema {
  return { $ref: `#/$defs/${definition}` };
}
