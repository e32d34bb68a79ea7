import type { Breakpoints } from '../debugger/breakpoints.ts';
import type { Inspector } from '../inspector/inspector.ts';
import { apiOf } from './apiOf.ts';
import type { InformerInspectorApi } from './inspectorApi.ts';
import { sourceTitle } from './stateWords.ts';

/** What `activate` returns. */
export function createApi({ sessions }: Inspector, breakpoints: Breakpoints): InformerInspectorApi {
  return apiOf(sessions, breakpoints, sourceTitle);
}
