import { type Check, count, flag, list, name, nothing, nullable, number, oneOf, prose, record, word } from '../checks.ts';

/** The scenario that is played, as far as it has come. */
export type ScenarioLook = Record<string, never>;

export interface ScenarioPicture {
  /** One can be played here: the session is that of the playground. */
  readonly playable: boolean;
  /** Null: none has been chosen. */
  readonly played: PlayedView | null;
}

/** In both languages that the panel has. */
export interface WordsView {
  readonly en: string;
  readonly zh: string;
}

export interface PlayedView {
  readonly id: string;
  readonly title: WordsView;
  /** Of the article; 0: of none. */
  readonly chapter: number;
  readonly rules: readonly string[];
  readonly teaches: WordsView;
  readonly state: PlayStateName;
  /** The step that is done, or was done last. */
  readonly at: number;
  readonly steps: readonly StepView[];
}

export const playStates = ['ready', 'running', 'ending', 'done', 'failed', 'stopped'] as const;
export type PlayStateName = (typeof playStates)[number];

export const stepStates = ['pending', 'running', 'done', 'failed', 'stopped'] as const;
export type StepStateName = (typeof stepStates)[number];

export interface StepView {
  readonly title: WordsView;
  readonly text: WordsView;
  /** What is done, line by line. */
  readonly actions: readonly string[];
  readonly state: StepStateName;
  readonly failure: WordsView | null;
  readonly checks: readonly { readonly says: WordsView; readonly held: boolean }[];
  readonly looks: readonly LookAtView[];
  readonly figures: FiguresView | null;
}

export const scenarioPages = ['item', 'chain', 'queues', 'cache', 'server', 'lints', 'recording', 'scenario'] as const;
export type ScenarioPageName = (typeof scenarioPages)[number];

/** Something to be looked at. */
export interface LookAtView {
  readonly type: 'page' | 'filter' | 'entry';
  /** Which page, also beside an entry. */
  readonly page: ScenarioPageName;
  /** Of the stream; empty: none. */
  readonly filter: string;
  /** The entry; 0: none. */
  readonly seq: number;
}

export interface FiguresView {
  readonly columns: readonly WordsView[];
  readonly rows: readonly {
    readonly name: WordsView;
    readonly unit: FigureUnitName;
    readonly values: readonly number[];
  }[];
}

export const figureUnits = ['count', 'bytes', 'ms', 'perSecond'] as const;
export type FigureUnitName = (typeof figureUnits)[number];

/** How much is shown. */
export const scenarioLimits = { steps: 30, parts: 30 } as const;

const words = record<WordsView>({ en: prose, zh: prose });

export const scenarioLook: Check<ScenarioLook> = nothing;

export const scenarioPicture: Check<ScenarioPicture> = record<ScenarioPicture>({
  playable: flag,
  played: nullable(
    record<PlayedView>({
      id: word,
      title: words,
      chapter: count,
      rules: list(word, scenarioLimits.parts),
      teaches: words,
      state: oneOf(...playStates),
      at: count,
      steps: list(
        record<StepView>({
          title: words,
          text: words,
          actions: list(prose, scenarioLimits.parts),
          state: oneOf(...stepStates),
          failure: nullable(words),
          checks: list(record<StepView['checks'][number]>({ says: words, held: flag }), scenarioLimits.parts),
          looks: list(record<LookAtView>({ type: oneOf('page', 'filter', 'entry'), page: oneOf(...scenarioPages), filter: name, seq: count }), scenarioLimits.parts),
          figures: nullable(
            record<FiguresView>({
              columns: list(words, scenarioLimits.parts),
              rows: list(record<FiguresView['rows'][number]>({ name: words, unit: oneOf(...figureUnits), values: list(number, scenarioLimits.parts) }), scenarioLimits.parts),
            }),
          ),
        }),
        scenarioLimits.steps,
      ),
    }),
  ),
});
