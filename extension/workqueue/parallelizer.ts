/**
 * Does `pieces` pieces of work with several workers at a time, each taking the next chunk when it has done its own
 * (client-go `ParallelizeUntil`, W-60). Resolves when all workers have ended; what remains after an abort is not begun.
 * @param work gets the number of its piece, from 0
 * @throws what a piece throws, once the others that are under way have ended; no further one is begun
 */
export async function parallelizeUntil(
  signal: AbortSignal,
  workers: number,
  pieces: number,
  work: (piece: number) => void | Promise<void>,
  { chunkSize = 1 }: { readonly chunkSize?: number } = {},
): Promise<void> {
  const chunks = Math.ceil(pieces / chunkSize);
  let nextChunk = 0;
  let failed = false;
  const runWorker = async (): Promise<void> => {
    while (nextChunk < chunks) {
      const start = nextChunk++ * chunkSize;
      const end = Math.min(start + chunkSize, pieces);
      for (let piece = start; piece < end; piece++) {
        if (signal.aborted || failed) return;
        try {
          await work(piece);
        } catch (error) {
          failed = true;
          throw error;
        }
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(workers, chunks) }, runWorker));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}
