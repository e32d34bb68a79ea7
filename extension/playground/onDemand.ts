/** Something is needed that is being loaded: whoever waits for it may do the very same again. */
export class LoadingError extends Error {
  override readonly name = 'LoadingError';
  /** Rejects where it cannot be loaded. */
  readonly loaded: Promise<unknown>;

  constructor(loaded: Promise<unknown>) {
    super('it is still being loaded');
    this.loaded = loaded;
  }

  static is(error: unknown): error is LoadingError {
    return error instanceof LoadingError;
  }
}

/** A module that few need, for those who cannot wait: a write is one synchronous step. It is loaded when it is first asked for. */
export class OnDemand<T> {
  readonly #load: () => Promise<T>;
  #value: T | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** @throws LoadingError before it is there */
  get(): T {
    if (this.#value !== undefined) return this.#value;
    throw new LoadingError(this.#load().then((value) => void (this.#value = value)));
  }
}

/** Does it again for as long as it only lacks something that can be loaded. */
export function onceLoaded<T>(attempt: () => T | Promise<T>): T | Promise<T> {
  const again = async (error: unknown): Promise<T> => {
    if (!LoadingError.is(error)) throw error;
    await error.loaded;
    return onceLoaded(attempt);
  };
  try {
    const result = attempt();
    return result instanceof Promise ? result.catch(again) : result;
  } catch (error) {
    if (!LoadingError.is(error)) throw error;
    return again(error);
  }
}
