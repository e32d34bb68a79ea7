import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../extension/trace/schema/jsonSchema.ts';
import { traceSchema } from '../../extension/trace/schema/traceSchema.ts';

const definitions = traceSchema()['$defs'] as Readonly<Record<string, JsonSchema>>;
const validators = new Map<string, ValidateFunction>();
/** That the schema is one, a test of its own says: asking each time would take longer than the tests. */
const ajv = new Ajv2020({ meta: false, validateSchema: false });

/** What is wrong with a line of a recording by the published schema, or with an entry once it is written; undefined: nothing. */
export function faultIn(line: object): string | undefined {
  // As it is written: what is undefined is not there, and whatever has a `toJSON` is what that says.
  const written = JSON.parse(JSON.stringify(line)) as Readonly<Record<string, unknown>>;
  const kind = 'informerTrace' in written ? 'header' : String(written['kind']);
  const validate = validatorOf(kind);
  if (!validate) return `there is no kind ${JSON.stringify(kind)}: ${JSON.stringify(written)}`;
  if (validate(written)) return undefined;
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  return `${faults.join('; ')}: ${JSON.stringify(written)}`;
}

/** The first few faults of many lines. */
export function faultsIn(lines: Iterable<object>): readonly string[] {
  const faults: string[] = [];
  for (const line of lines) {
    const fault = faultIn(line);
    if (fault !== undefined) faults.push(fault);
    if (faults.length >= 5) break;
  }
  return faults;
}

/** Of one definition, which needs no other but that of a note; compiled when it is first needed. */
function validatorOf(name: string): ValidateFunction | undefined {
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  let validate = validators.get(name);
  if (!validate && definition) validators.set(name, (validate = ajv.compile({ ...definition, $defs: { note: definitions['note'] } })));
  return validate;
}
