import { type Answer, changed, type Filter, type FilteredRequest, type Next } from './filter.ts';

/** Last before the handler: who is refused, or waits, has not sent a body into our memory. */
export class BodyReading implements Filter {
  filter(filtered: FilteredRequest, next: Next): Answer {
    return filtered.readBody ? this.#read(filtered, filtered.readBody, next) : next(filtered);
  }

  async #read(filtered: FilteredRequest, readBody: () => Promise<Uint8Array>, next: Next): Promise<Awaited<Answer>> {
    const body = await readBody();
    filtered.notes.body = body;
    return next(changed(filtered, { body }));
  }
}
