import { CodedError } from '../../base/codedError.ts';
import type { Words } from './words.ts';

export type ScenarioErrorCode =
  | 'refused' // something could not be done
  | 'unseen' // what was waited for did not come
  | 'untrue'; // what it tells is not what was seen

/** A step did not do what it says. The sentence is for people, in both languages. */
export class ScenarioError extends CodedError<ScenarioErrorCode, Words> {
  override readonly name = 'ScenarioError';

  constructor(code: ScenarioErrorCode, says: Words, options?: ErrorOptions) {
    super(code, says.en, says, options);
  }

  static is(error: unknown): error is ScenarioError {
    return error instanceof ScenarioError;
  }
}
