import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNamespaceName, isServiceAccountName, parseServiceAccountUser, serviceAccountUser } from '../../extension/kube/serviceAccount.ts';
import { fileName, parseSourceId, type SessionSource, sourceId } from '../../extension/inspector/sessionSource.ts';
import { propertyParameters } from '../support/seed.ts';

/** A session is found again by the id of its source after a reload, so each id leads back to one source, whatever a kubeconfig calls its contexts. `PROPERTY_SEED` for the one that failed. */
const runs = propertyParameters(500);

/** Names that look like ids themselves are likelier to be taken for something else than any text. */
const contextName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '/', 'a/b', 'context:x', 'serviceaccount:a/b/c', 'recording:file:///x', 'playground', 'kind-dev as shop/web', 'arn:aws:eks:us-east-1:1:cluster/x'),
);
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
const subdomain = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
const account = fc.record({ namespace: label, name: subdomain });
const uri = fc.webUrl().map((url) => url.replace(/^https?:/, 'file:'));

const source: fc.Arbitrary<SessionSource> = fc.oneof(
  fc.record({ kind: fc.constant('context' as const), context: contextName }),
  fc.record({ kind: fc.constant('context' as const), context: contextName, as: account }),
  uri.map((address) => ({ kind: 'recording' as const, uri: address, title: fileName(address) })),
);

it('an id leads back to its source', () => {
  fc.assert(
    fc.property(source, (one) => {
      expect(parseSourceId(sourceId(one))).toEqual(one);
    }),
    runs,
  );
});

it('two sources have two ids', () => {
  fc.assert(
    fc.property(source, source, (one, other) => {
      expect(sourceId(one) === sourceId(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    runs,
  );
});

it('any text is the id of one source, or of none', () => {
  const text = fc.tuple(fc.constantFrom('', 'context:', 'serviceaccount:', 'recording:', 'playground', 'playground:'), fc.string({ unit: 'binary', maxLength: 60 })).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (id) => {
      const known = parseSourceId(id);
      if (known) expect(sourceId(known.kind === 'playground' ? { size: 'small', seed: 1, ...known } : known)).toBe(id);
    }),
    runs,
  );
});

it('the user name of a ServiceAccount leads back to it', () => {
  fc.assert(
    fc.property(account, (one) => {
      expect([isNamespaceName(one.namespace), isServiceAccountName(one.name)]).toEqual([true, one.name.length <= 253]);
      if (one.name.length <= 253) expect(parseServiceAccountUser(serviceAccountUser(one))).toEqual(one);
    }),
    runs,
  );
});
