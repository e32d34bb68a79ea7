import { appsDefinitions } from './appsDefinitions.ts';
import { coordinationDefinitions } from './coordinationDefinitions.ts';
import { coreDefinitions } from './coreDefinitions.ts';
import { authorizationDefinitions, autoscalingDefinitions, metaDefinitions } from './metaDefinitions.ts';
import { podDefinitions } from './podDefinitions.ts';
import type { Definition, Definitions } from './schema.ts';

export const definitions: Definitions = new Map([
  ...metaDefinitions,
  ...autoscalingDefinitions,
  ...authorizationDefinitions,
  ...coreDefinitions,
  ...podDefinitions,
  ...appsDefinitions,
  ...coordinationDefinitions,
]);

/** @throws Error for a name that is not defined: a slip in the tables, not in a request */
export function definitionOf(shortName: string): Definition {
  const definition = definitions.get(shortName);
  if (!definition) throw new Error(`no definition of ${shortName}`);
  return definition;
}
