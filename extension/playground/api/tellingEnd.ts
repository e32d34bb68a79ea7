import type { BodyStream } from './apiRequest.ts';

/** The same stream, which tells when it has ended, or was ended. @param onEnd may be called more than once */
export function tellingEnd(stream: BodyStream, onEnd: () => void): BodyStream {
  return {
    next: async () => {
      const part = await stream.next();
      if (part === undefined) onEnd();
      return part;
    },
    close: () => {
      stream.close();
      onEnd();
    },
  };
}
