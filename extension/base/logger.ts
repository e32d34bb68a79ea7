/** Logging as a port. `tag` names the layer (`reflector`, `transport`, `panel` …). */
export interface Logger {
  trace(tag: string, message: string): void;
  info(tag: string, message: string): void;
  warn(tag: string, message: string): void;
  error(tag: string, message: string, error?: unknown): void;
}

const ignore = (): void => undefined;

/** For tests and tools that have nowhere to write to. */
export const silentLogger: Logger = { trace: ignore, info: ignore, warn: ignore, error: ignore };
