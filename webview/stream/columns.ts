import type { StringKey } from '../strings.ts';

/** The columns of the list, in order. Narrow panels leave some of them out: see `stream.css`. */
export const columns = [
  { name: 'number', title: 'columnNumber' },
  { name: 'time', title: 'columnTime' },
  { name: 'stage', title: 'columnStage' },
  { name: 'what', title: 'columnWhat' },
  { name: 'key', title: 'columnKey' },
  { name: 'change', title: 'columnChange' },
  { name: 'version', title: 'columnVersion' },
] as const satisfies readonly { readonly name: string; readonly title: StringKey }[];
