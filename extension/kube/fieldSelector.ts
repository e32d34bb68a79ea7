import { SelectorError } from './labelSelector.ts';

/** One condition on a selectable field; a field that an object lacks counts as empty. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/**
 * `metadata.name=web,status.phase!=Running`: the text form of the `fieldSelector` parameter. A backslash
 * takes the meaning from a comma, an equals sign or another backslash. Empty selects everything, and so does a field without a name
 * that is to have no value.
 * @throws SelectorError
 */
export function parseFieldSelector(text: string): readonly FieldRequirement[] {
  return splitAtCommas(text).flatMap((part) => {
    const match = /^([^=!,\s]*)(!=|==|=)(.*)$/s.exec(part);
    if (match?.[1] === '' && match[3] === '') return [];
    if (!match?.[1]) throw new SelectorError({ kind: 'fieldRequirement', text: part });
    return [{ field: match[1], operator: match[2] === '!=' ? ('!=' as const) : ('=' as const), value: match[3]!.replace(/\\([\\,=])/g, '$1') }];
  });
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === ',') {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.filter((part) => part !== '');
}

export function matchesFields(requirements: readonly FieldRequirement[], fields: Readonly<Record<string, string>>): boolean {
  return requirements.every(({ field, operator, value }) => ((fields[field] ?? '') === value) === (operator === '='));
}
