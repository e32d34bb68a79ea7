import { Emitter, type Event } from '../base/emitter.ts';
import type { Disposable } from '../base/disposable.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { type JsonPath, parseJsonPath } from '../kube/jsonPath.ts';
import { isRecord, type KubeObject } from '../kube/object.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import { isBuiltIn } from './isBuiltIn.ts';

/** A column that the definition of a custom resource has for tables (`additionalPrinterColumns` of priority 0). */
export interface PrinterColumn {
  readonly name: string;
  /** As the definition has it; only `date` means something here. */
  readonly type: string;
  readonly find: JsonPath;
}

/** A row has room for no more. */
const mostColumns = 8;
/** Characters of a name and of a path; a longer one is no column. */
const longest = { name: 60, path: 512 };

const none: readonly PrinterColumn[] = [];
const definitions: GroupVersionResource = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

export interface PrinterColumnsOptions {
  readonly get: (resource: GroupVersionResource, namespace: string | undefined, name: string, signal: AbortSignal) => Promise<KubeObject>;
  readonly signal: AbortSignal;
}

/**
 * The printer columns of custom resources. A definition is read when somebody first looks at objects of its kind: one GET for each informer, for
 * which nothing waits. Where it is forbidden, absent or fails there are no columns, as of a definition that names none: whoever looks at objects can do without them.
 */
export class PrinterColumns implements Disposable {
  readonly #options: PrinterColumnsOptions;
  readonly #columns = new WeakMap<SharedInformer, readonly PrinterColumn[]>();
  readonly #onChange = new Emitter<string>();

  constructor(options: PrinterColumnsOptions) {
    this.#options = options;
  }

  /** Fires with the name of an informer of which columns are known now. */
  readonly onChange: Event<string> = this.#onChange.event;

  /** Those that are known; empty until they are, and where there are none. Asks for them the first time. */
  of(informer: SharedInformer): readonly PrinterColumn[] {
    const known = this.#columns.get(informer);
    if (known) return known;
    this.#columns.set(informer, none);
    // Of the metadata alone there is nothing to show that the row does not show without them.
    if (!isBuiltIn(informer.resource) && !informer.scope.metadataOnly) void this.#read(informer);
    return none;
  }

  dispose(): void {
    this.#onChange.dispose();
  }

  async #read(informer: SharedInformer): Promise<void> {
    const { get, signal } = this.#options;
    const { group, version, resource } = informer.resource;
    let columns: readonly PrinterColumn[];
    try {
      columns = columnsOf(await get(definitions, undefined, `${resource}.${group}`, signal), version);
    } catch {
      return; // that there are none is what is known already
    }
    if (columns.length === 0 || signal.aborted) return;
    this.#columns.set(informer, columns);
    this.#onChange.fire(informer.name);
  }
}

/** What a definition names for one of its versions. Nothing about its shape is taken for granted; a column that cannot be evaluated is left out. */
export function columnsOf(definition: KubeObject, version: string): readonly PrinterColumn[] {
  const spec = isRecord(definition['spec']) ? definition['spec'] : {};
  const versions: readonly unknown[] = Array.isArray(spec['versions']) ? spec['versions'] : [];
  const own = versions.filter(isRecord).find(({ name }) => name === version);
  const columns: readonly unknown[] = Array.isArray(own?.['additionalPrinterColumns']) ? own['additionalPrinterColumns'] : [];
  return columns.flatMap(columnOf).slice(0, mostColumns);
}

function columnOf(column: unknown): readonly PrinterColumn[] {
  if (!isRecord(column)) return [];
  const { name, type, jsonPath, priority = 0 } = column;
  if (priority !== 0 || typeof name !== 'string' || name.length > longest.name || typeof jsonPath !== 'string' || jsonPath.length > longest.path) return [];
  const find = parseJsonPath(jsonPath);
  return find ? [{ name, type: typeof type === 'string' ? type : '', find }] : [];
}
