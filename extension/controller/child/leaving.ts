import type { FromProcess, Leaving } from '../process/messages.ts';
import { authorsError } from './authorsError.ts';
import { callerPlace } from './place.ts';

/**
 * The process says why it goes, as far as it still can: `process.exit` with the place of the call, and what nobody caught with its stack.
 * @returns Node's own `process.exit`
 */
export function sayWhyItLeaves(sendNow: (message: FromProcess) => void): (code: number) => never {
  const exit = process.exit.bind(process) as (code?: typeof process.exitCode) => never;
  const leave = (why: Leaving): void => sendNow({ type: 'leaving', why });
  process.exit = ((code = process.exitCode) => {
    leave({ by: 'exit', code: Number(code ?? 0), at: callerPlace() });
    exit(code);
  }) as typeof process.exit;
  const uncaught = (by: 'exception' | 'rejection', error: unknown): never => {
    leave({ by, error: authorsError(error) });
    return exit(1);
  };
  process.on('uncaughtException', (error) => uncaught('exception', error));
  process.on('unhandledRejection', (reason) => uncaught('rejection', reason));
  return exit;
}
