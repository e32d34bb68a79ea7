import type { LintName, TraceEntry } from '../trace/entry.ts';

/** What a recording fails for, when it occurs in it. */
export type FailOn = { readonly kind: 'lint'; readonly lint: LintName } | { readonly kind: 'error'; readonly code: number } | { readonly kind: 'error'; readonly code: 'any' };

const lintNames: { readonly [Name in LintName]: true } = {
  'hot-loop': true,
  'relist-storm': true,
  'rewatch-storm': true,
  'silent-watch': true,
  'handler-backlog': true,
  'slow-handler': true,
  starvation: true,
  'retry-storm': true,
  'unseen-write': true,
  disagreement: true,
  'mutated-cache': true,
  'not-idempotent': true,
};

/** @throws Error whose message says which of them is none, and what there is */
export function parseFailOn(text: string): readonly FailOn[] {
  return text.split(',').map((part) => parseOne(part.trim()));
}

function parseOne(text: string): FailOn {
  const [kind = '', name = '', ...more] = text.split(':');
  if (more.length === 0 && kind === 'lint' && Object.hasOwn(lintNames, name)) return { kind, lint: name as LintName };
  if (more.length === 0 && kind === 'error' && name === 'any') return { kind, code: name };
  if (more.length === 0 && kind === 'error' && /^[45]\d\d$/.test(name)) return { kind, code: Number(name) };
  throw new Error(`"${text}" is none of lint:${Object.keys(lintNames).join(', lint:')}, error:any and error:CODE with a code from 400 to 599, such as error:410`);
}

/** Watches a recording for what it is to fail for. */
export class FailOnWatch {
  readonly #failOn: readonly FailOn[];
  #times = 0;
  #first: TraceEntry | undefined;

  constructor(failOn: readonly FailOn[]) {
    this.#failOn = failOn;
  }

  note(entry: TraceEntry): void {
    if (!this.#failOn.some((each) => occursIn(each, entry))) return;
    this.#times++;
    this.#first ??= entry;
  }

  /** What has occurred, in a sentence; undefined: nothing. */
  get sentence(): string | undefined {
    const entry = this.#first;
    if (!entry) return undefined;
    const more = this.#times === 1 ? '' : ` and ${this.#times - 1} more`;
    const at = `${(entry.t / 1000).toFixed(1)} s (entry ${entry.seq}${entry.key === undefined ? '' : `, ${entry.key}`})`;
    return `What --fail-on names has occurred: ${nameOf(entry)} at ${at}${more}. See the entries that led there in the recording.`;
  }
}

function occursIn(failOn: FailOn, entry: TraceEntry): boolean {
  if (failOn.kind === 'lint') return entry.kind === 'lint.raised' && entry.lint === failOn.lint;
  const { code } = failOn;
  if (entry.kind === 'reconcile.write') return entry.decided === undefined && (code === 'any' ? entry.code >= 400 : entry.code === code);
  if (entry.kind !== 'reflector.error') return false;
  return code === 'any' || codeOf(entry.code, entry.reason) === code;
}

/** What has expired may say so by its reason alone. */
function codeOf(code: number, reason: string): number {
  return reason === 'Expired' || reason === 'Gone' ? 410 : code;
}

function nameOf(entry: TraceEntry): string {
  if (entry.kind === 'lint.raised') return `lint:${entry.lint}`;
  if (entry.kind === 'reflector.error') return `error:${codeOf(entry.code, entry.reason) || entry.reason}, ${entry.message.replace(/\.$/, '')},`;
  return entry.kind === 'reconcile.write' ? `error:${entry.code}` : entry.kind;
}
