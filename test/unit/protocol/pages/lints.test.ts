import { expect, expectTypeOf, it } from 'vitest';
import { type LintKind, lintKinds } from '../../../../extension/protocol/pages/lints.ts';
import type { LintName } from '../../../../extension/trace/entry.ts';
import { traceSchema } from '../../../../extension/trace/schema/traceSchema.ts';

/** The protocol imports nothing of the engine, so that it has the names of lints once more: the compiler and this hold them to those of the trace. */
it('the panel is told of the lints that the trace has, by the same names', () => {
  expectTypeOf<LintKind>().toEqualTypeOf<LintName>();
  const { $defs } = traceSchema() as { readonly $defs: Readonly<Record<string, { readonly properties: { readonly lint: { readonly enum: readonly string[] } } }>> };
  for (const kind of ['lint.raised', 'lint.cleared']) expect($defs[kind]!.properties.lint.enum).toEqual(lintKinds);
});
