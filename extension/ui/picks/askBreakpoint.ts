import * as vscode from 'vscode';
import type { BreakpointError, BreakpointSpec } from '../../debugger/breakpoint.ts';
import { type BreakpointKind, breakpointKindOf, type BreakpointParts as Parts, partsForKind, withoutUndefined } from '../../inspector/breakpointKind.ts';
import { breakpointDeltas, breakpointErrors, isFieldPath } from '../../inspector/breakpointSpec.ts';
import { errorTerm } from '../../inspector/breakpointTerms.ts';
import type { Session } from '../../inspector/session.ts';
import { gatePoints, type GatePoint } from '../../trace/gate.ts';
import { pointWord } from '../controllerWords.ts';
import { currentWord } from './currentWord.ts';
import { inputText } from './inputText.ts';
import { pickInformerPattern } from './pickInformerPattern.ts';
import { pickKeyPattern } from './pickKeyPattern.ts';
import { back, quickPick, steps } from './quickPick.ts';

type Answers = { readonly kind?: BreakpointKind; readonly parts: Parts };
type Answer<T> = T | typeof back | undefined;

/** Says what is wrong with an expression; undefined: nothing. */
export type CheckExpression = (expression: string) => Promise<string | undefined>;

export interface AskBreakpointOptions {
  readonly title: string;
  readonly sessions: readonly Session[];
  readonly check: CheckExpression;
  /** The same of the expressions in a text. */
  readonly checkLog: CheckExpression;
  /** What is known already: where it was asked for, or, where it is edited, what the breakpoint says. */
  readonly parts: Parts;
  readonly isEdited?: boolean;
}

const ofSteps = 3;

/** Asks what to break on: the kind, what belongs to it, and of which keys. Undefined: dismissed. */
export async function askBreakpoint(options: AskBreakpointOptions): Promise<BreakpointSpec | undefined> {
  const { title, sessions, isEdited = false } = options;
  const answers = await steps<Answers>({ parts: options.parts }, [
    async ({ parts }) => {
      const kind = await pickKind(title, isEdited ? breakpointKindOf(parts) : undefined);
      return kind === back || kind === undefined ? kind : { kind, parts: isEdited ? partsForKind(parts, kind) : parts };
    },
    async ({ kind, parts }) => {
      const more = await askPart(kind!, parts, options);
      return more === back || more === undefined ? more : { kind: kind!, parts: { ...parts, ...more } };
    },
    async ({ kind, parts }) => {
      // It was asked for just now.
      if (kind === 'key') return { kind, parts };
      const key = await pickKeyPattern({ title, placeholder: vscode.l10n.t('Of which key? Type a pattern like web/* for several.'), sessions, informer: parts.informer, canBeAny: true, active: isEdited ? (parts.key ?? '') : parts.key, step: { number: 3, of: ofSteps }, canGoBack: true });
      return key === back || key === undefined ? key : { kind: kind!, parts: { ...parts, key: key === '' ? undefined : key } };
    },
  ]);
  return answers && ({ enabled: true, ...withoutUndefined(answers.parts) } as BreakpointSpec);
}

/** None has an icon: there are more of them than icons that one can tell apart at a glance. */
function pickKind(title: string, active: BreakpointKind | undefined): Promise<Answer<BreakpointKind>> {
  const kinds: readonly (readonly [BreakpointKind, string, string])[] = [
    ['key', vscode.l10n.t('Key'), vscode.l10n.t('whatever happens to an object, or to those of a pattern')],
    ['informer', vscode.l10n.t('Informer'), vscode.l10n.t('whatever passes an informer, or a controller')],
    ['delta', vscode.l10n.t('Delta'), vscode.l10n.t('Added, Updated, Deleted, Replaced or Sync')],
    ['stage', vscode.l10n.t('Stage'), vscode.l10n.t('before a step of the pipeline')],
    ['field', vscode.l10n.t('Field Changed'), vscode.l10n.t('an update that changes a field')],
    ['error', vscode.l10n.t('Error'), vscode.l10n.t('410, 403, a conflict, a handler or a reconcile that fails')],
    ['attempts', vscode.l10n.t('Failures'), vscode.l10n.t('a key that has failed so many times')],
    ['condition', vscode.l10n.t('Condition'), vscode.l10n.t('an expression in CEL that is true')],
    ['log', vscode.l10n.t('Logpoint'), vscode.l10n.t('writes a line instead of stopping')],
  ];
  return quickPick<BreakpointKind>({
    title,
    placeholder: vscode.l10n.t('What shall it stop for?'),
    none: '',
    step: { number: 1, of: ofSteps },
    active: (kind) => kind === active,
    choices: kinds.map(([kind, label, description]) => ({ label, description: currentWord(kind === active, description), value: kind })),
  });
}

async function askPart(kind: BreakpointKind, parts: Parts, { title, sessions, check, checkLog }: AskBreakpointOptions): Promise<Answer<Parts>> {
  const step = { number: 2, of: ofSteps };
  switch (kind) {
    case 'key': {
      const key = await pickKeyPattern({ title, placeholder: vscode.l10n.t('Which key? Type a pattern like web/* for several.'), sessions, informer: parts.informer, active: parts.key, step, canGoBack: true });
      return key === back || key === undefined ? key : { key };
    }
    case 'informer':
      return part('informer', await pickInformerPattern({ title, sessions, active: parts.informer, step }));
    case 'delta': {
      const choices = breakpointDeltas.map((delta) => ({ label: delta, description: currentWord(delta === parts.delta), value: delta }));
      return part('delta', await quickPick({ title, placeholder: vscode.l10n.t('Which delta?'), none: '', step, canGoBack: true, active: (delta) => delta === parts.delta, choices }));
    }
    case 'stage':
      return part('point', await pickPoint(title, parts.point, step));
    case 'field':
      return part('path', trimmed(await inputText({ title, prompt: vscode.l10n.t('Which field? It stops for each update that changes it, or something inside of it.'), placeholder: 'spec.replicas', value: parts.path ?? '', validate: pathFault, step })));
    case 'error':
      return part('error', await pickError(title, parts.error, step));
    case 'attempts': {
      const text = await inputText({ title, prompt: vscode.l10n.t('After how many failures of its key?'), value: String(parts.attempts ?? 3), validate: attemptsFault, step });
      return text === back || text === undefined ? text : { attempts: Number(text) };
    }
    case 'condition':
      return part('condition', trimmed(await inputCondition(title, parts.condition, check, step)));
    case 'log':
      return part('logMessage', await inputLogMessage(title, parts.logMessage, checkLog, step));
  }
}

function trimmed(answer: Answer<string>): Answer<string> {
  return typeof answer === 'string' ? answer.trim() : answer;
}

function part<Name extends keyof Parts>(name: Name, answer: Answer<Parts[Name]>): Answer<Parts> {
  return answer === back || answer === undefined ? answer : { [name]: answer };
}

type Step = { readonly number: number; readonly of: number };

function pickPoint(title: string, active: GatePoint | undefined, step: Step): Promise<Answer<GatePoint>> {
  return quickPick({
    title,
    placeholder: vscode.l10n.t('Before which step?'),
    none: '',
    step,
    canGoBack: true,
    active: (point) => point === active,
    choices: gatePoints.map((point) => ({ label: vscode.l10n.t('Before {0}', pointWord(point)), description: currentWord(point === active, point), value: point })),
  });
}

function pickError(title: string, active: BreakpointError | undefined, step: Step): Promise<Answer<BreakpointError>> {
  const says: Readonly<Record<BreakpointError, string>> = {
    expired: vscode.l10n.t('the version that was asked for is no longer kept'),
    forbidden: vscode.l10n.t('a list, a watch or a write is not allowed'),
    conflict: vscode.l10n.t('somebody else has written first'),
    handler: vscode.l10n.t('an event handler threw'),
    reconcile: vscode.l10n.t('a reconcile failed'),
  };
  return quickPick({
    title,
    placeholder: vscode.l10n.t('Which error?'),
    none: '',
    step,
    canGoBack: true,
    active: (error) => error === active,
    choices: breakpointErrors.map((error) => ({ label: errorTerm(error), description: currentWord(error === active, says[error]), value: error })),
  });
}

export function inputCondition(title: string, value: string | undefined, check: CheckExpression, step?: Step, canBeEmpty = false): Promise<Answer<string>> {
  return inputText({
    title,
    prompt: vscode.l10n.t('CEL over object, oldObject, delta, key and attempt; it stops where this is true'),
    placeholder: 'object.spec.replicas != oldObject.spec.replicas',
    value: value ?? '',
    validate: async (text) => {
      if (text.trim() === '') return canBeEmpty ? undefined : vscode.l10n.t('Write an expression that is true or false.');
      return check(text);
    },
    ...(step && { step }),
  });
}

export function inputLogMessage(title: string, value: string | undefined, check: CheckExpression, step?: Step, canBeEmpty = false): Promise<Answer<string>> {
  return inputText({
    title,
    prompt: vscode.l10n.t('What is written; an {expression} in braces is CEL over object, oldObject, delta, key and attempt'),
    placeholder: '{key} {delta}',
    value: value ?? '',
    validate: async (text) => {
      if (text.trim() === '') return canBeEmpty ? undefined : vscode.l10n.t('Write what shall be said.');
      return check(text);
    },
    ...(step && { step }),
  });
}

function pathFault(text: string): string | undefined {
  return isFieldPath(text.trim()) ? undefined : vscode.l10n.t('A field is named like spec.replicas, spec.containers[0].image or metadata.labels["app"].');
}

function attemptsFault(text: string): string | undefined {
  return /^[1-9]\d{0,5}$/.test(text.trim()) ? undefined : vscode.l10n.t('Write a number from 1 on.');
}
