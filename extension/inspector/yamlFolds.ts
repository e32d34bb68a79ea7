/** Lines that can be folded below the first of them; counted from 0, both included. */
export interface YamlFold {
  readonly start: number;
  readonly end: number;
}

/** What of a YAML text in block style can be folded: each line with those below it that are further in, to which the items of its list belong where they stand below its name. */
export function yamlFolds(text: string): readonly YamlFold[] {
  const folds: YamlFold[] = [];
  const open: { readonly line: number; readonly indent: number }[] = [];
  let last = -1;
  const closeTo = (indent: number): void => {
    for (let top = open.at(-1); top && top.indent >= indent; top = open.at(-1)) {
      open.pop();
      if (last > top.line) folds.push({ start: top.line, end: last });
    }
  };
  for (const [line, content] of text.split('\n').entries()) {
    const spaces = content.search(/\S/);
    if (spaces < 0) continue; // a blank line belongs to what is around it
    const indent = content.startsWith('- ', spaces) ? spaces + 0.5 : spaces;
    closeTo(indent);
    open.push({ line, indent });
    last = line;
  }
  closeTo(0);
  return folds.toSorted((one, other) => one.start - other.start);
}

/** The lines of an object that are of use to few: who wrote which field, and what was made of it all. Only those with something below them. */
export function foldedAtFirst(text: string): readonly number[] {
  const lines = text.split('\n');
  let field = '';
  return lines.flatMap((content, line) => {
    if (/^\w/.test(content)) field = content;
    const isMeant = content === 'status:' || (field === 'metadata:' && content === '  managedFields:');
    return isMeant && (lines[line + 1] ?? '').length > 0 ? [line] : [];
  });
}
