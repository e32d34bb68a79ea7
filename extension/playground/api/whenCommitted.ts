import type { Storage } from '../storage/storage.ts';
import type { ApiRequest, ApiResponse } from './apiRequest.ts';

/** Answers only when what `handle` has written can be read: an API server knows of no write that its storage has not committed. */
export async function whenCommitted(storage: Storage, request: Pick<ApiRequest, 'signal'>, handle: () => ApiResponse | Promise<ApiResponse>): Promise<ApiResponse> {
  const before = storage.head;
  const answer = handle();
  // What writes in one go has done so; while others are waited for, somebody else may write too, which makes this wait a little longer.
  const written = answer instanceof Promise ? undefined : storage.head;
  const response = await answer;
  const revision = written ?? storage.head;
  if (revision > before && revision > storage.revision) await storage.whenCommitted(revision, request.signal);
  return response;
}
