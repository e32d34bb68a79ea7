import type { TextField } from './fieldTexts.ts';

/** Fields of which all values are known: another is a mistake. */
export const fieldValues: { readonly [Field in TextField]?: readonly string[] } = {
  stage: ['apiserver', 'reflector', 'queue', 'store', 'handler', 'workqueue', 'reconcile', 'lint', 'input'],
  delta: ['Added', 'Updated', 'Deleted', 'Replaced', 'Sync', 'ReplacedAll', 'SyncAll', 'Bookmark'],
  type: ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'],
  verb: ['create', 'update', 'patch', 'apply', 'delete', 'list', 'watch', 'get', 'deletecollection'],
};

/** What stages are called where they are shown. */
export const stageAliases: Readonly<Record<string, string>> = {
  deltafifo: 'queue',
  realfifo: 'queue',
  indexer: 'store',
  cache: 'store',
  handlers: 'handler',
  workers: 'reconcile',
};
