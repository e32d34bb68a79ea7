import * as vscode from 'vscode';
import { defaultFaultSeed, faultCodes, type FaultKind, faultKinds, faultLimits, faultTraits } from '../../introspection/faults.ts';
import type { FaultRequest } from '../../inspector/faults/sessionFaults.ts';
import type { Session } from '../../inspector/session.ts';
import { formatResource } from '../../kube/resource.ts';
import { verbWord } from '../accessWords.ts';
import { faultMsPrompt, faultWords } from '../faultWords.ts';
import { withoutIcons } from '../inertText.ts';
import { askWholeNumber } from './askWholeNumber.ts';
import type { Choice } from './choice.ts';
import { back, quickPick, steps } from './quickPick.ts';

type Step = (fault: FaultRequest) => Promise<FaultRequest | typeof back | undefined>;

/** Which fault, on what, and how long and how often; only what makes a difference to its kind is asked, and Enter takes what is usual. Undefined: dismissed. */
export async function pickFault(session: Session, title: string): Promise<FaultRequest | undefined> {
  for (;;) {
    const kind = await pickKind(title);
    if (kind === undefined) return undefined;
    const { strikes, ofResource, ms } = faultTraits[kind];
    const asked: readonly ((fault: FaultRequest, place: Place) => ReturnType<Step>)[] = [
      ...(kind === 'status' ? [pickVerb, pickCode] : []),
      ...(ofResource ? [(fault: FaultRequest, place: Place) => pickFaultyResource(session, fault, place)] : []),
      ...(ms === undefined ? [] : [askMs]),
      ...(strikes === 'server' ? [] : [pickOften]),
    ];
    let goesBack = false;
    const run = asked.map((ask, index): Step => async (fault) => {
      const next = await ask(fault, { title: `${title}: ${faultWords(kind).title}`, step: { number: index + 2, of: asked.length + 1 } });
      goesBack = next === back && index === 0;
      return next;
    });
    const fault = await steps<FaultRequest>({ kind }, run);
    if (!goesBack) return fault;
  }
}

interface Place {
  readonly title: string;
  readonly step: { readonly number: number; readonly of: number };
}

async function pickKind(title: string): Promise<FaultKind | undefined> {
  const groups: readonly (readonly [string, (kind: FaultKind) => boolean])[] = [
    [vscode.l10n.t('a watch that runs'), (kind) => faultTraits[kind].strikes === 'watch' && faultTraits[kind].real],
    [vscode.l10n.t('a request'), (kind) => faultTraits[kind].strikes === 'request'],
    [vscode.l10n.t('the server'), (kind) => faultTraits[kind].strikes === 'server'],
    [vscode.l10n.t('what no real server does'), (kind) => !faultTraits[kind].real],
  ];
  const choices = groups.flatMap(([label, isIn]): Choice<FaultKind>[] => [{ label, kind: vscode.QuickPickItemKind.Separator } as Choice<FaultKind>].concat(faultKinds.filter(isIn).map(choiceOf)));
  const kind = await quickPick({ title, placeholder: vscode.l10n.t('What is to be broken on the playground?'), none: '', choices });
  return kind === back ? undefined : kind;
}

function choiceOf(kind: FaultKind): Choice<FaultKind> {
  const { title, does, informer } = faultWords(kind);
  return { label: title, description: does, detail: informer, value: kind };
}

function pickVerb(fault: FaultRequest, place: Place): ReturnType<Step> {
  const choices: readonly Choice<string>[] = [
    { label: verbWord('watch'), description: vscode.l10n.t('the next that is opened: one that is open is not asked for again'), value: 'watch' },
    { label: verbWord('list'), value: 'list' },
    { label: vscode.l10n.t('any request'), value: '*' },
  ];
  return pickInto({ ...place, placeholder: vscode.l10n.t('Which requests are refused?'), none: '', choices }, (verb) => ({ ...fault, scope: { ...fault.scope, ...(verb !== '*' && { verb }) } }));
}

function pickCode(fault: FaultRequest, place: Place): ReturnType<Step> {
  const names: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'NotFound', 410: 'Expired', 429: 'TooManyRequests', 500: 'InternalError', 503: 'ServiceUnavailable', 504: 'Timeout' };
  const choices = faultCodes.map((code) => ({ label: String(code), description: names[code] ?? '', value: code }));
  return pickInto({ ...place, placeholder: vscode.l10n.t('How are they answered?'), none: '', choices }, (code) => ({ ...fault, code, ...(code === 429 && { retryAfter: 1 }) }));
}

/** What is watched comes first: that is what somebody looks at. */
function pickFaultyResource(session: Session, fault: FaultRequest, place: Place): ReturnType<Step> {
  const watched = new Set(session.informers.all.map(({ informer }) => formatResource(informer.resource)));
  const others = new Set((session.catalog.known?.resources ?? []).map((resource) => formatResource(resource)).filter((resource) => !watched.has(resource)));
  const choices: readonly Choice<string>[] = [
    { label: vscode.l10n.t('All Resources'), value: '*' },
    ...[...watched].toSorted().map((resource) => ({ label: withoutIcons(resource), description: vscode.l10n.t('has an informer'), value: resource })),
    ...[...others].toSorted().map((resource) => ({ label: withoutIcons(resource), value: resource })),
  ];
  return pickInto({ ...place, placeholder: vscode.l10n.t('On which resource?'), none: '', choices }, (resource) => ({ ...fault, scope: { ...fault.scope, ...(resource !== '*' && { resource }) } }));
}

async function askMs(fault: FaultRequest, place: Place): ReturnType<Step> {
  const ms = await askWholeNumber({ ...place, prompt: faultMsPrompt(fault.kind), value: faultTraits[fault.kind].ms ?? 0, most: faultLimits.ms });
  return typeof ms === 'number' ? { ...fault, ms } : ms;
}

/** What strikes by chance draws it from a seed, which is asked in the same step: Back leads to how often. */
async function pickOften(fault: FaultRequest, place: Place): ReturnType<Step> {
  for (;;) {
    const often = await pickRate(fault, place);
    if (often === undefined || often === back || often.rate === undefined || often.rate === 1) return often;
    const seed = await askWholeNumber({ ...place, prompt: vscode.l10n.t('Seed of its chance: with the same one the same requests meet it'), value: defaultFaultSeed, most: faultLimits.seed });
    if (seed !== back) return seed === undefined ? undefined : { ...often, seed };
  }
}

function pickRate(fault: FaultRequest, place: Place): ReturnType<Step> {
  const usual = faultTraits[fault.kind].times;
  const choices: readonly Choice<Pick<FaultRequest, 'rate' | 'times'>>[] = [
    { label: vscode.l10n.t('Once'), value: { rate: 1, times: 1 } },
    { label: vscode.l10n.t('Three Times'), value: { rate: 1, times: 3 } },
    { label: vscode.l10n.t('One in Ten'), description: vscode.l10n.t('by chance, until it is cleared'), value: { rate: 0.1, times: 0 } },
    { label: vscode.l10n.t('Every Other'), description: vscode.l10n.t('by chance, until it is cleared'), value: { rate: 0.5, times: 0 } },
    { label: vscode.l10n.t('Each Time'), description: vscode.l10n.t('until it is cleared'), value: { rate: 1, times: 0 } },
  ];
  const isUsual = ({ rate, times }: Pick<FaultRequest, 'rate' | 'times'>): boolean => rate === 1 && times === usual;
  return pickInto({ ...place, placeholder: vscode.l10n.t('How often?'), none: '', choices, active: isUsual }, (often) => ({ ...fault, ...often }));
}

async function pickInto<T>(options: Parameters<typeof quickPick<T>>[0], into: (value: T) => FaultRequest): ReturnType<Step> {
  const value: T | typeof back | undefined = await quickPick<T>({ ...options, canGoBack: true });
  if (value === undefined || value === back) return value as typeof back | undefined;
  return into(value as T);
}
