import { expect, it } from 'vitest';
import { failureSentence } from '../../../extension/cli/recordSentences.ts';

it('says of a redirect what may stand in between, and not to look into the log of an API server that was never reached', () => {
  const sentence = failureSentence(
    { verb: 'list', resource: { group: '', version: 'v1', resource: 'pods' }, code: 'server', retries: true, status: 302, reason: 'Redirect', message: 'the server redirects to login.corp' },
    { server: 'https://api', namespaced: true },
  );
  expect(sentence).toBe('https://api failed to list v1/pods in all namespaces (302: the server redirects to login.corp). Something in between may want a login, or the API server is elsewhere: check the network, and the address in the kubeconfig.');
});
