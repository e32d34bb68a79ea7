import type { IForbiddenRuleType } from 'dependency-cruiser';

/** Folders of `extension/` and what each may import besides itself. Arrows point one way, from coarse to fine. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  base: [],
  protocol: ['introspection'],
  introspection: [],
  kube: ['base'],
  trace: ['base'],
  cel: ['kube', 'base'],
  informer: ['trace', 'kube', 'base'],
  workqueue: ['trace', 'kube', 'base'],
  controller: ['workqueue', 'informer', 'trace', 'kube', 'base'],
  cluster: ['workqueue', 'informer', 'trace', 'kube', 'base'],
  debugger: ['trace', 'kube', 'base'],
  inspector: ['cluster', 'controller', 'debugger', 'cel', 'workqueue', 'informer', 'trace', 'kube', 'base', 'protocol', 'introspection'],
  playground: ['workqueue', 'informer', 'cel', 'kube', 'base', 'introspection'],
  ui: ['inspector', 'cluster', 'controller', 'debugger', 'workqueue', 'informer', 'trace', 'kube', 'base', 'protocol', 'introspection'],
  cli: ['playground', 'inspector', 'cluster', 'controller', 'debugger', 'workqueue', 'informer', 'trace', 'kube', 'base', 'introspection'],
};

/** Time, chance and I/O reach these through ports, so that they can be stepped, replayed and tested. */
export const engine = ['informer', 'workqueue', 'controller', 'debugger', 'trace'];

/** Runs in the process of a reconciler: a program of its own beside the engine, which has a machine around it. */
export const child = '^extension/controller/child/';

/** Whatever is not reached from these is dead. */
const entries = '^(extension/extension|extension/cli/(playground|record|trace)|extension/controller/child/main|webview/panel)[.]ts$';

/** Whole, whatever of it the product uses: client-go's `tools/cache` and `util/workqueue`. */
const library = '^extension/(informer|workqueue)/';

/** Run by name, each as a program of its own, and read by people. */
export const samples = '^extension/controller/samples/';

/** What samples there are: for the pick of the ui, and the tests. */
const sampleTable = '^extension/controller/samples[.]ts$';

/** What `trace.schema.json` is generated from. */
const published = '^extension/trace/schema/';

const layers: IForbiddenRuleType[] = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `layer-${folder}`,
  comment: `extension/${folder} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of the project'}.`,
  severity: 'error',
  from: { path: `^extension/${folder}/` },
  to: { path: '^(extension|webview)/', pathNot: `^extension/(${[folder, ...allowed].join('|')})/` },
}));

/** A package is its own name where it is only types, and a file in node_modules where it is installed. */
const installed = (name: string): string => `(^|node_modules/)(@types/)?${name}(/|$)`;

const onlyIn = (name: string, places: string, to: string): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: { path: '^(extension|webview)/', pathNot: places },
  to: { path: to },
});

export const rules: readonly IForbiddenRuleType[] = [
  ...layers,
  onlyIn('vscode-only-in-ui', '^extension/(ui/|extension[.]ts$)', installed('vscode')),
  onlyIn('client-node-only-in-cluster', '^extension/cluster/', installed('@kubernetes/client-node')),
  onlyIn('sucrase-only-in-child', child, installed('sucrase')),
  onlyIn('toolkit-only-in-components', '^webview/components/', installed('@vscode/webview-ui-toolkit')),
  {
    name: 'webview-is-a-page',
    comment: 'The webview shares the protocol with its host, and with the playground what that takes, and has neither Node nor the host around it.',
    severity: 'error',
    from: { path: '^webview/' },
    to: { path: '^extension/', pathNot: '^extension/(protocol|introspection)/' },
  },
  {
    name: 'webview-without-node',
    severity: 'error',
    from: { path: '^webview/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'engine-without-node',
    comment: 'Time, chance and I/O come through ports.',
    severity: 'error',
    from: { path: `^extension/(${engine.join('|')}|protocol|kube)/`, pathNot: child },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'engine-without-packages',
    severity: 'error',
    from: { path: `^extension/(${engine.join('|')}|protocol|kube|base)/`, pathNot: child },
    to: { path: 'node_modules/' },
  },
  {
    name: 'protocol-imports-shapes-alone',
    comment: 'Both sides load it, so it stands on nothing: no package, no Node, and of the project the shapes of what the playground tells.',
    severity: 'error',
    from: { path: '^extension/(protocol|introspection)/' },
    to: { pathNot: '^extension/(protocol|introspection)/' },
  },
  {
    name: 'child-knows-the-contract-and-the-messages',
    comment: 'It is loaded each time that a reconciler is started, and is what an author finds around the file.',
    severity: 'error',
    from: { path: child },
    to: { path: '^(extension|webview)/', pathNot: [child, '^extension/(base|controller/process)/', '^extension/controller/(api|checkReconciler|frozenView)[.]ts$'] },
  },
  {
    name: 'child-is-a-process-of-its-own',
    comment: 'It is started, and never imported: what it does must not be done in the extension host.',
    severity: 'error',
    from: { path: '^(extension|webview)/', pathNot: child },
    to: { path: child },
  },
  {
    name: 'samples-are-what-a-user-writes',
    comment: 'A sample has what the file of a user has: the contract, and a helper that is shipped beside it.',
    severity: 'error',
    from: { path: samples },
    to: { pathNot: '^extension/controller/(api|samples/json)[.]ts$' },
  },
  {
    name: 'nothing-imports-the-entry',
    severity: 'error',
    from: { path: '^(extension|webview)/' },
    to: { path: entries },
  },
  {
    name: 'sources-without-tests',
    severity: 'error',
    from: { path: '^(extension|webview)/' },
    to: { path: '^test/' },
  },
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-dead-files',
    comment: 'Every source file is reached from one of the entry files, is a sample, is published, or belongs to the engine, which is a library of its own.',
    severity: 'error',
    from: { path: [entries, library, samples, published] },
    to: { path: '^(extension|webview)/', pathNot: [entries, library, samples, sampleTable, published, '[.]d[.]ts$'], reachable: false },
  },
  { name: 'imports-resolve', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
];
