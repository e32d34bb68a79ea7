import type { PanelModel } from '../store/model.ts';

/** The panel shows a time at which the chosen entry had not been made. */
export function isYetToCome({ state, stream }: PanelModel): boolean {
  const at = state?.time.at ?? null;
  const seq = stream.cursor?.seq ?? null;
  return at !== null && seq !== null && seq > at;
}
