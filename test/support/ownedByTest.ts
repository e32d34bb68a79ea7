import { afterEach } from 'vitest';

/** Takes care, in one test file, of what is opened in a test: it is closed after it, what came last first. */
export function ownedByTest(): <T extends { close(): Promise<unknown> }>(opening: T | Promise<T>) => Promise<T> {
  const owned: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of owned.splice(0).toReversed()) await each.close();
  });
  return async (opening) => {
    const opened = await opening;
    owned.push(opened);
    return opened;
  };
}
