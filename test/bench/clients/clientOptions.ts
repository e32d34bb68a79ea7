/** What a client of the bench is told: where the server is, and how many pods and events to expect. */
export interface ClientOptions {
  readonly port: number;
  readonly pods: number;
  readonly events: number;
  /** The engine's: how it is traced. */
  readonly trace?: 'off' | 'on' | 'subscribers';
  /** The engine's: how many handlers it has. */
  readonly handlers?: number;
  /** The controller's: its reconciler has a process of its own. */
  readonly remote?: boolean;
  /** Events a second; absent: as fast as they are read. */
  readonly rate?: number;
}

export function readClientOptions(): ClientOptions {
  return JSON.parse(process.argv[2]!) as ClientOptions;
}

export function requestEvents(port: number, query = ''): Promise<void> {
  return tellServer(port, `/events${query}`);
}

/** @throws Error when nobody watches: what was asked for would go nowhere */
export async function tellServer(port: number, path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { connection: 'close' } });
  const watchers = Number(await answer.text());
  if (watchers === 0) throw new Error(`no watch is open for ${path}`);
}
