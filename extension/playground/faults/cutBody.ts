import { Buffer } from 'node:buffer';
import type { ApiResponse, BodyStream } from '../api/apiRequest.ts';
import { ConnectionCut } from '../api/connectionCut.ts';

/** The half of the first part of a body, and then nothing. */
export function cutBody(body: ApiResponse['body']): BodyStream {
  let isSent = false;
  return {
    next: async () => {
      if (isSent) throw new ConnectionCut();
      isSent = true;
      const part = typeof body === 'string' ? body : await body.next();
      return part === undefined ? undefined : half(Buffer.from(part));
    },
    close: () => {
      if (typeof body !== 'string') body.close();
    },
  };
}

/** Never all of it, and never nothing of what has two bytes. */
export function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1);
}
