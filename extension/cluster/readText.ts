import type { BodyReader, Patience } from './bodyReader.ts';

/** A body that has begun and then stands still for this long is not going to end. */
export const bodyPatience: Patience = { ms: 75_000, code: 'timeout' };

/** The body is longer than anything that should be there. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

/**
 * A whole body as text. Closes it in any case.
 * @throws BodyTooLongError; ConnectionError
 */
export async function readText(body: BodyReader, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const chunk = await body.read(bodyPatience);
      if (!chunk) return Buffer.concat(chunks).toString('utf8');
      bytes += chunk.length;
      if (bytes > maxBytes) throw new BodyTooLongError(`the answer is longer than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } finally {
    body.close();
  }
}
