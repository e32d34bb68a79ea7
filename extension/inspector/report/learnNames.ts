import type { Pseudonyms } from './pseudonyms.ts';
import { redactKey, redactWords } from './redactStructured.ts';

/** What there is of names beside those that a recording has. */
export interface KnownNames {
  readonly contexts: readonly string[];
  /** URLs, or empty. */
  readonly servers: readonly string[];
  /** As a kubeconfig calls them. */
  readonly clusters: readonly string[];
  /** As a kubeconfig calls them, and as whom they act. */
  readonly users: readonly string[];
  /** Also of which nothing is cached: what is refused is told of in the log. */
  readonly namespaces: readonly string[];
  /** Names of informers, which say resource, namespace and selectors. */
  readonly informers: readonly string[];
  /** Of what is cached now. */
  readonly keys: Iterable<string>;
  /** Of this machine: who is logged in, what it is called, folders that are open. */
  readonly machine: readonly string[];
}

/** Gives each a pseudonym, so that it is found in texts. Yields after each thousand keys: there may be very many. */
export function* learnNames({ contexts, servers, clusters, users, namespaces, informers, keys, machine }: KnownNames, pseudonyms: Pseudonyms): Generator<void, void> {
  for (const context of contexts) pseudonyms.of(context, 'context');
  for (const server of servers) {
    pseudonyms.of(server, 'host');
    const { hostname } = URL.parse(server) ?? { hostname: '' };
    pseudonyms.of(hostname, 'host');
  }
  for (const cluster of clusters) pseudonyms.of(cluster, 'context');
  for (const user of users) pseudonyms.of(user, 'user');
  for (const namespace of namespaces) pseudonyms.of(namespace, 'namespace');
  for (const informer of informers) redactWords(informer, 'resource', pseudonyms);
  for (const name of machine) pseudonyms.of(name, 'text');
  let count = 0;
  for (const key of keys) {
    redactKey(key, pseudonyms);
    if (++count % 1000 === 0) yield;
  }
}
