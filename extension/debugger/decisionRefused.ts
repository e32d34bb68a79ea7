import { SaidError } from '../base/saying.ts';

/**
 * What was decided cannot be done. `readOnly`: the session looks at a real cluster, where nothing is invented (What-if). `notHere`: the step does not
 * take it. `gone`: the step is not held any more. The message is a sentence.
 */
export class DecisionRefused extends SaidError<'readOnly' | 'notHere' | 'gone'> {
  override readonly name = 'DecisionRefused';

  static is(error: unknown): error is DecisionRefused {
    return error instanceof DecisionRefused;
  }
}
