/** What somebody begins with who writes a reconciler. */
export interface Scaffold {
  /** A DNS label: also that of its file. */
  readonly name: string;
  readonly language: 'typescript' | 'javascript';
  readonly resource: ScaffoldResource;
}

export interface ScaffoldResource {
  /** `apps/v1/deployments` */
  readonly name: string;
  /** Undefined: not known here, so that the object has to say it. */
  readonly kind?: string;
  /** Undefined: not known here, so that the text has to hold for either. */
  readonly namespaced?: boolean;
}

/** Beside the author's file, which refers to it: so the editor completes wherever the file is put. */
export const typesFile = 'informer-inspector.d.ts';

export function scaffoldFile({ name, language }: Pick<Scaffold, 'name' | 'language'>): string {
  return `${name}.${language === 'typescript' ? 'ts' : 'js'}`;
}

/** A reconciler that runs as it is, on any resource: it keeps beside each object a ConfigMap with the object's labels. */
export function scaffoldText({ name, language, resource }: Scaffold): string {
  const ts = language === 'typescript';
  const typed = ts ? ': KubeObject' : '';
  const variable = variableOf(resource.name);
  const isOwn = resource.name === 'v1/configmaps';
  return `${ts ? '' : '// @ts-check\n'}/// <reference path="./${typesFile}" />
/**
 * ${name}: keeps beside each of ${resource.name} a ConfigMap with the labels that it has.
 * Make of it what you need.
 *
 * To run it: "Informer Inspector: Run Reconciler..." in the command palette, with this file in front.
 * Save it, and it runs again as it is then. On the playground it writes. On any other cluster the
 * server checks every write and stores none, unless you allow it for one run.
 */
import { defineReconciler, ${ts ? 'type KubeObject, ' : ''}TerminalError } from 'informer-inspector';

${isOwn ? '' : `const ${variable} = '${resource.name}';\n`}const configMaps = 'v1/configmaps';

export default defineReconciler({
  // Unique among those that run on one cluster: in the panel, and as the name of its work queue.
  name: '${name}',

  // Its own kind: each change of such an object asks for a reconcile of it, if all predicates let it through.
  for: {
    resource: ${isOwn ? 'configMaps' : variable},
    predicates: [
      // Not what it makes itself.
      { type: 'labels', selector: '!made-by' },
      // Others: { type: 'generationChanged' } for changes of the spec alone,
      // or a CEL expression: { type: 'cel', expression: 'object.metadata.name.startsWith("web")' }
    ],
  },

  // What it creates: a change asks for a reconcile of the owner. Delete such a ConfigMap, and it comes back.
  owns: [configMaps],

  // What it only looks at: a change asks for a reconcile of the objects that \`map\` names.
  // watches: [{ resource: 'v1/secrets', map: (secret) => [{ namespace: secret.metadata.namespace, name: 'web' }] }],

  // It is not told what has changed. It looks at what is there, and does what is missing.
  // It may run at any time: a second run must find nothing to do.
  async reconcile(ctx, request) {
    // A read: from the cache of the informer. It costs the server nothing, and may be a little behind.
    const object = await ctx.cache.get(${isOwn ? 'configMaps' : variable}, request.namespace, request.name);
    if (!object || object.metadata.deletionTimestamp) return; // gone, or going: what it owns goes with it

    const wanted = configMapFor(object);
    const { namespace, name = '' } = wanted.metadata;
    const existing = await ctx.cache.get(configMaps, namespace, name);
    // A TerminalError is not tried again: the key is left alone until something about it changes.
    if (existing && !isOwnedBy(object, existing)) throw new TerminalError(\`\${namespace}/\${name} is somebody else's, and is left as it is\`);
    if (existing?.data?.labels === wanted.data.labels) return; // nothing differs: nothing is written

    // A write: to the API server. It comes back through the watch, and asks for the next run.
    // Whatever is thrown here, a 409 for instance, is tried again, later and later.
    if (existing) await ctx.client.patch(configMaps, namespace, name, { data: wanted.data });
    else await ctx.client.create(configMaps, wanted);
    ctx.log(\`wrote \${namespace}/\${name}\`);

    // To come again in a minute, change or no change: return { requeueAfter: 60_000 };
  },
});

/** A name says nothing of whose an object is: its controlling owner does.${ts ? ' */' : `
 * @param {import('informer-inspector').KubeObject} owner
 * @param {import('informer-inspector').KubeObject} object
 */`}
function isOwnedBy(owner${typed}, object${typed}) {
  return object.metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === owner.metadata.uid) ?? false;
}

${ts ? 'function configMapFor(object: KubeObject): KubeObject {' : `/**
 * @param {import('informer-inspector').KubeObject} object
 * @returns {import('informer-inspector').KubeObject}
 */
function configMapFor(object) {`}
  const { name = '', ${resource.namespaced ? 'namespace' : "namespace = 'default'"}, uid = '', labels = {} } = object.metadata;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: \`\${name}-${name}\`, // its own name in it, so that two reconcilers do not meet
      namespace,
      labels: { 'made-by': '${name}' },
      ownerReferences: [{ apiVersion: '${apiVersionOf(resource.name)}', kind: ${resource.kind === undefined ? "object.kind ?? ''" : `'${resource.kind}'`}, name, uid, controller: true }],
    },
    data: { labels: Object.entries(labels).map(([key, value]) => \`\${key}=\${value}\`).sort().join(',') },
  };
}
`;
}

/** The contract as a module that is known by name alone, without a package that is installed. @param declarations as TypeScript has made them of the contract */
export function ambientModule(declarations: string): string {
  const body = declarations.replace(/^(export )declare /gm, '$1').replace(/^export \{\};\n?/gm, '').trimEnd();
  return `// The types of 'informer-inspector', for the editor. Informer Inspector has written this file, and writes it again.
declare module 'informer-inspector' {
${body.replace(/^(?=.)/gm, '  ')}
}
`;
}

/** `apps/v1` of `apps/v1/deployments` */
function apiVersionOf(resource: string): string {
  return resource.slice(0, resource.lastIndexOf('/'));
}

/** `networkpolicies` of `networking.k8s.io/v1/networkpolicies`: a plural of the API is a name in JavaScript, but for what reads as a word of the language. */
function variableOf(resource: string): string {
  const plural = resource.slice(resource.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '');
  return /^[A-Za-z]/.test(plural) && plural !== 'object' && plural !== 'request' && plural !== 'package' ? plural : 'watched';
}
