import type { FromProcess, ToProcess } from '../process/messages.ts';
import type { ChildOptions } from './childOptions.ts';
import { Connection } from './connection.ts';
import { redirectConsole } from './console.ts';
import { cloneOfViews } from '../frozenView.ts';
import { sayWhyItLeaves } from './leaving.ts';
import { loadReconciler } from './loadReconciler.ts';
import { registerModuleHooks } from './moduleHooks.ts';
import { Output } from './output.ts';
import { Runs } from './runs.ts';
import { waitForDebugger } from './waitForDebugger.ts';

/** The whole life of a reconciler's process, from the author's file to the end of the extension's interest in it. */
export async function runReconciler({ file, api, debug }: ChildOptions): Promise<void> {
  const connection = new Connection();
  const sendNow = (message: FromProcess): void => {
    connection.send(message);
    connection.flush();
  };
  const exit = sayWhyItLeaves(sendNow);
  const send = (message: FromProcess): void => connection.send(message);
  const output = new Output(send);
  redirectConsole(output);
  globalThis.structuredClone = cloneOfViews(globalThis.structuredClone);

  let runs: Runs | undefined;
  const receive = (message: ToProcess): void => {
    if (message.type === 'ping') connection.send({ type: 'pong', number: message.number });
    else if (message.type === 'stop') void stop();
    else runs?.receive(message);
  };
  const stop = async (): Promise<void> => {
    await runs?.stop();
    output.tellLeftOut();
    await connection.end();
    exit(0);
  };
  connection.open(receive, () => exit(0));

  if (debug) {
    waitForDebugger((port) => sendNow({ type: 'debugger', port }));
    sendNow({ type: 'attached' });
  }
  const { loaded: files } = registerModuleHooks(api, debug);
  process.argv = [process.execPath, file];
  const loaded = await loadReconciler(file, files);
  if ('code' in loaded) {
    connection.send({ type: 'failed', problem: loaded });
    await connection.end();
    exit(1);
  } else {
    runs = new Runs(loaded.reconciler, output, send);
    connection.send({ type: 'ready', definition: loaded.definition });
  }
}
