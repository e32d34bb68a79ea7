import type { Fact } from '../../../debugger/chain/fact.ts';
import type { ChangeView, FactView } from '../../../protocol/pages/chain.ts';
import { limits } from '../../../protocol/checks.ts';
import type { FieldChange } from '../../../trace/fieldChanges.ts';

/** Fields of a change that are sent: one more than a sentence names, so that it can say that there are more. */
const shownChanges = 4;

/** A fact as it is sent, within bounds. */
export function factView({ id, words, entries, ms = {}, inMs = {} }: Fact, more: { readonly controller?: string; readonly changed?: readonly FieldChange[] | undefined } = {}): FactView {
  return {
    id,
    controller: (more.controller ?? '').slice(0, limits.name),
    words: Object.entries(words).map(([name, text]) => ({ name, text: text.slice(0, limits.text) })),
    entries: Object.entries(entries).map(([name, seq]) => ({ name, seq })),
    times: [...Object.entries(ms).map(([name, each]) => ({ name, ms: each, counting: false })), ...Object.entries(inMs).map(([name, each]) => ({ name, ms: each, counting: true }))],
    changed: (more.changed ?? []).slice(0, shownChanges).map(changeView),
  };
}

export function changeView({ path, before, after }: FieldChange): ChangeView {
  return { path: path.slice(0, limits.text), before: before.slice(0, limits.text), after: after.slice(0, limits.text) };
}
