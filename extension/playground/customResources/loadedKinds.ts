import { OnDemand } from '../onDemand.ts';

/** What checks definitions and their objects, with the library that it stands on: it is loaded when somebody brings a kind. */
export const loadedKinds = new OnDemand(async () => {
  const [{ checkDefinition, checkDefinitionUpdate }, { customResource }, { readStored }] = await Promise.all([import('./checkDefinition.ts'), import('./customResource.ts'), import('./readStored.ts')]);
  return { checkDefinition, checkDefinitionUpdate, customResource, readStored };
});
