import { expect, it } from 'vitest';
import { bookmarkObject } from '../../../../extension/playground/api/bookmarkObject.ts';
import { builtInResources } from '../../../../extension/playground/registry/resources.ts';

it.each(builtInResources.map((definition) => [definition.kind, definition] as const))('A-52: the bookmark of %s is an empty one with no more than a version, and the mark where initial events end', (kind, definition) => {
  const apiVersion = definition.group ? `${definition.group}/${definition.version}` : definition.version;
  expect(bookmarkObject(definition, { type: 'BOOKMARK', version: 17, initialEventsEnd: false })).toEqual({ kind, apiVersion, metadata: { resourceVersion: '17' } });
  expect(bookmarkObject(definition, { type: 'BOOKMARK', version: 17, initialEventsEnd: true }).metadata).toEqual({
    resourceVersion: '17',
    annotations: { 'k8s.io/initial-events-end': 'true' },
  });
});
