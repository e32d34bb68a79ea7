import type { Buffer } from 'node:buffer';
import type { BodyStream } from './apiRequest.ts';

/** The same stream, which tells when it has ended, or was ended. @param onEnd may be called more than once */
export function tellingEnd(stream: BodyStream, onEnd: () => void): BodyStream {
  const told = (part: string | Buffer | undefined): string | Buffer | undefined => {
    if (part === undefined) onEnd();
    return part;
  };
  return {
    next: () => stream.next().then(told),
    close: () => {
      stream.close();
      onEnd();
    },
  };
}
