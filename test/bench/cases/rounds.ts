import type { ClientOptions } from '../clients/clientOptions.ts';
import { runClient, startServer } from '../processes.ts';
import type { ServerOptions } from '../serverOptions.ts';

/** One process that is run in each round, and what it is told. */
export interface Contender {
  readonly client: string;
  readonly options: Partial<ClientOptions>;
}

/** Runs each of them in turn, round after round on one server; the first round is left out. Rows by the contenders' names. */
export async function runRounds<Name extends string, Row>(
  server: ServerOptions,
  rounds: number,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, Row[]>> {
  const names = Object.keys(contenders) as Name[];
  const rows = Object.fromEntries(names.map((name) => [name, [] as Row[]])) as Record<Name, Row[]>;
  const { port, stop } = await startServer(server);
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const name of names) {
        const { client, options } = contenders[name];
        const row = await runClient<Row>(client, { port, pods: server.pods, events: server.events, ...options });
        if (round > 0) rows[name].push(row);
      }
    }
  } finally {
    stop();
  }
  return rows;
}
