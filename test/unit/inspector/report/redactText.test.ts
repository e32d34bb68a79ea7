import { describe, expect, it } from 'vitest';
import { learnNames } from '../../../../extension/inspector/report/learnNames.ts';
import { Pseudonyms } from '../../../../extension/inspector/report/pseudonyms.ts';
import { redactText } from '../../../../extension/inspector/report/redactText.ts';

const pseudonyms = new Pseudonyms();
for (const _turn of learnNames({ contexts: ['My Cluster (old)', 'kind-dev'], servers: ['https://api.corp.example:6443', ''], clusters: ['eu-1'], users: ['jane', ''], namespaces: ['payments'], informers: ['acme.dev/v1/rockets@payments?labelSelector=team=red'], keys: ['shop/checkout', 'node-a'], machine: ['alice', 'laptop'] }, pseudonyms));
const redacted = (text: string): string => redactText(text, pseudonyms);

describe('what is taken out', () => {
  it.each([
    ['a context, also with spaces in it', 'cannot open My Cluster (old)', 'cannot open context-1'],
    ['an address that is known', 'connected to https://api.corp.example:6443', 'connected to host-1'],
    ['an address that is not', 'gateway http://gateway.corp.example:8080/x?y=1 refused', 'gateway <address> refused'],
    ['a host with a port', 'ECONNREFUSED db.internal:5432', 'ECONNREFUSED <address>'],
    ['addresses of IP', 'dial 10.1.2.3:443 and fe80::1ff:fe23', 'dial <address> and <address>'],
    ['whoever is mailed', 'logged in as alice@corp.example.com', 'logged in as <address>'],
    ['a key', 'handler of shop/checkout failed', 'handler of namespace-2/name-1 failed'],
    ['a key of which nothing is known', 'handler of billing/invoice-7 failed', 'handler of <name>/<name> failed'],
    ['a pod that is gone, by its ReplicaSet', 'checkout-5f6c-x2x is gone.', 'name-3 is gone.'],
    ['a path, of Windows too', String.raw`open '/home/alice/.kube/config', C:\Users\alice\config, ~/x`, "open '<path>', <path>, <path>"],
    ['whoever is logged in', 'alice on laptop', 'text-1 on text-2'],
    ['a user and a namespace of which nothing is cached', '[access] jane may not list v1/pods@payments on eu-1', '[access] user-1 may not list v1/pods@namespace-1 on context-3'],
    ['names between quotes, as an API server says them', 'pods is forbidden: User "robot 7" cannot list resource "pods" in API group "" in the namespace "billing"', 'pods is forbidden: User "<name>" cannot list resource "pods" in API group "" in the namespace "<name>"'],
    ['those of them that are known', 'User "jane" in the namespace "payments"', 'User "user-1" in the namespace "namespace-1"'],
    ['what an informer selects', 'v1/pods@payments?labelSelector=team=red', 'v1/pods@namespace-1?labelSelector=resource-3=resource-4'],
    ['hosts without a port', 'getaddrinfo ENOTFOUND proxy; not login.corp.example, DNS:corp.example', 'getaddrinfo ENOTFOUND <address>; not <name>, DNS:<address>'],
    ['groups of custom resources', 'corp.example/v1 and big.corp.example/v1beta1 could not be asked', '<name>/v1 and <name>/v1beta1 could not be asked'],
    ['a UID', 'uid 7f3c9a10-1b2c-4d5e-8f90-a1b2c3d4e5f6', 'uid <id>'],
  ])('%s', (_what, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });
});

describe('what stays', () => {
  it.each([
    ['plain words', '[reflector] watch closed after 3.2 s, attempt 4'],
    ['resources of Kubernetes', 'cannot list apps/v1/deployments and v1/pods, rbac.authorization.k8s.io/v1/roles'],
    ['fields and kinds of entries', 'spec.template.spec differs in metadata.resourceVersion, after queue.add; informerInspector.playground.churn'],
    ['when it was', '2026-11-30T12:00:01.123Z [info] ready'],
  ])('%s', (_what, text) => {
    expect(redacted(text)).toBe(text);
  });

  it('words of plain English that are also names of fields, or of what everybody has', () => {
    const others = new Pseudonyms();
    others.of('started', 'field');
    others.of('playground', 'context');
    expect(redactText('playground: started process 7', others)).toBe('playground: started process 7');
  });

  it('where in this extension it happened, without where that is installed', () => {
    expect(redacted('at a (/home/alice/.vscode/extensions/x/dist/extension.js:12:345)')).toBe('at a (dist/extension.js:12:345)');
    expect(redacted('at a (file:///home/alice/.vscode/extensions/x/dist/chunks/chunk-WKAC3NML.js:12:345), file:///home/alice/own.js:1:2')).toBe('at a (dist/chunks/chunk-WKAC3NML.js:12:345), <path>');
  });
});
