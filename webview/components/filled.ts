import type { TemplateResult } from 'lit';

/** A text with its `{name}`s filled in by what is no text: links, code. What nobody fills in stays as it is. */
export function filled(template: string, values: Readonly<Record<string, TemplateResult | string>>): readonly (TemplateResult | string)[] {
  return template.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return (name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined) ?? part;
  });
}
