import type { KubeObject } from '../../kube/object.ts';
import { formatGroupVersion } from '../../kube/resource.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { StoredObject } from '../storage/storedObject.ts';
import type { WatchFrame } from '../watchCache/cacheEvent.ts';
import { bookmarkObject } from './bookmarkObject.ts';
import { ItemTexts } from './itemTexts.ts';
import type { ListMeta } from './listMeta.ts';
import { unacceptableView, type View } from './negotiation.ts';
import type { ObjectTexts } from './objectTexts.ts';
import { bookmarkTable, tableHead, tableRow } from './table.ts';

/** How objects of one resource are written for one client. All are JSON texts. */
export interface Representation {
  /** Objects as they are, and the same for everybody. */
  readonly isWhole: boolean;
  object(stored: StoredObject): string;
  /** What stands before the items of a list, one item, and what stands after them. */
  listHead(metadata: ListMeta): string;
  listItem(stored: StoredObject): string;
  readonly listTail: string;
  /** One line of a watch stream, with its newline. */
  frame(frame: WatchFrame): string;
}

export interface RepresentationOptions {
  /** For tables: what of each object comes with its row. */
  readonly includeObject: 'None' | 'Metadata' | 'Object';
  /** Wall time, for ages. */
  readonly now: () => number;
  readonly texts: ObjectTexts;
}

export function representationFor(view: View, definition: ResourceDefinition, options: RepresentationOptions): Representation {
  switch (view) {
    case 'object':
      return wholeObjects(definition, options.texts);
    case 'metadata':
      return metadataOnly(definition);
    case 'table':
      return tableRows(definition, options);
    case 'misfit':
      return misfit;
  }
}

/** What was asked for has been done by then, and cannot be shown as its sender wants it. */
const misfit: Representation = {
  isWhole: false,
  object: () => refuseView(false),
  listHead: () => refuseView(true),
  listItem: () => refuseView(true),
  listTail: '',
  frame: () => refuseView(false),
};

/** @throws ApiError 406 */
function refuseView(isList: boolean): never {
  throw unacceptableView(isList);
}

function wholeObjects(definition: ResourceDefinition, texts: ObjectTexts): Representation {
  const apiVersion = formatGroupVersion(definition);
  // Items of a list go without what the list says already (T-16); every stored object begins with it, in the version that it is stored as.
  const said = (version: string): string => `{${JSON.stringify({ kind: definition.kind, apiVersion: formatGroupVersion({ ...definition, version }) }).slice(1, -1)},`;
  const storedVersion = formatGroupVersion({ ...definition, version: definition.storedVersion });
  const stored = said(definition.storedVersion);
  const served = said(definition.version);
  const asServed = (json: string): string => (stored !== served && json.startsWith(stored) ? served + json.slice(stored.length) : json);
  const items = new ItemTexts();
  const object = (of: StoredObject): string => asServed(texts.of(of));
  return {
    isWhole: true,
    object,
    listHead: (metadata) => listHead({ kind: definition.listKind, apiVersion, metadata }, 'items'),
    listItem: (of) => {
      const written = texts.written(of);
      if (written !== undefined) return written.startsWith(stored) ? `{${written.slice(stored.length)}` : written;
      const { kind, apiVersion: version, ...rest } = of.object;
      return kind === definition.kind && version === storedVersion ? items.of(rest) : JSON.stringify(of.object);
    },
    listTail: ']}',
    frame: (frame) => eventLine(frame.type, frame.type === 'BOOKMARK' ? JSON.stringify(bookmarkObject(definition, frame)) : object(frame.stored)),
  };
}

function metadataOnly(definition: ResourceDefinition): Representation {
  return {
    isWhole: false,
    object: partialJson,
    listHead: (metadata) => listHead({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata }, 'items'),
    listItem: partialJson,
    listTail: ']}',
    frame: (frame) =>
      eventLine(frame.type, frame.type === 'BOOKMARK' ? JSON.stringify(partialMetadata(bookmarkObject(definition, frame))) : partialJson(frame.stored)),
  };
}

function tableRows(definition: ResourceDefinition, { includeObject, now }: RepresentationOptions): Representation {
  const row = (stored: StoredObject): string => {
    const attached = { None: undefined, Metadata: partialMetadata(stored.object), Object: servedObject(definition, stored.object) }[includeObject];
    return JSON.stringify(tableRow(definition, stored.object, now(), attached));
  };
  const head = (metadata: Partial<ListMeta>): string => listHead(tableHead(definition, metadata), 'rows');
  const object = (stored: StoredObject): string => {
    // What is only tried has none, or the one that was sent.
    const { resourceVersion } = stored.object.metadata;
    return `${head(resourceVersion ? { resourceVersion } : {})}${row(stored)}]}`;
  };
  let hasHead = false;
  /** Whoever watches is told of the columns once. */
  const table = (stored: StoredObject): string => {
    if (!hasHead) {
      hasHead = true;
      return object(stored);
    }
    return `${listHead({ ...tableHead(definition, { resourceVersion: String(stored.revision) }), columnDefinitions: null }, 'rows')}${row(stored)}]}`;
  };
  return {
    isWhole: false,
    object,
    listHead: head,
    listItem: row,
    listTail: ']}',
    frame: (frame) =>
      eventLine(
        frame.type,
        frame.type === 'BOOKMARK' ? JSON.stringify(bookmarkTable(partialMetadata(bookmarkObject(definition, frame)))) : table(frame.stored),
      ),
  };
}

/** As the version that was asked for names it. */
function servedObject(definition: ResourceDefinition, object: KubeObject): KubeObject {
  return definition.version === definition.storedVersion ? object : { ...object, apiVersion: formatGroupVersion(definition) };
}

function listHead(list: object, itemsField: string): string {
  return `${JSON.stringify(list).slice(0, -1)},"${itemsField}":[`;
}

function eventLine(type: string, object: string): string {
  return `{"type":"${type}","object":${object}}\n`;
}

function partialJson({ object }: StoredObject): string {
  return JSON.stringify(partialMetadata(object));
}

function partialMetadata({ metadata }: KubeObject): KubeObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}
