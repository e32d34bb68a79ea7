import type { Pseudonyms } from './pseudonyms.ts';
import { redactKey } from './redactStructured.ts';

/** What there is of names beside those that a recording has. */
export interface KnownNames {
  readonly contexts: readonly string[];
  /** URLs, or empty. */
  readonly servers: readonly string[];
  /** Of what is cached now. */
  readonly keys: Iterable<string>;
  /** Of this machine: who is logged in, what it is called, folders that are open. */
  readonly machine: readonly string[];
}

/** Gives each a pseudonym, so that it is found in texts. Yields after each thousand keys: there may be very many. */
export function* learnNames({ contexts, servers, keys, machine }: KnownNames, pseudonyms: Pseudonyms): Generator<void, void> {
  for (const context of contexts) pseudonyms.of(context, 'context');
  for (const server of servers) {
    pseudonyms.of(server, 'host');
    const { hostname } = URL.parse(server) ?? { hostname: '' };
    pseudonyms.of(hostname, 'host');
  }
  for (const name of machine) pseudonyms.of(name, 'text');
  let count = 0;
  for (const key of keys) {
    redactKey(key, pseudonyms);
    if (++count % 1000 === 0) yield;
  }
}
