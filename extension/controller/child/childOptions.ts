/** What the process is told when it is started, as the JSON of its one argument. */
export interface ChildOptions {
  /** The author's file. */
  readonly file: string;
  /** The module that `informer-inspector` is. */
  readonly api: string;
  /** Bytes of memory, of all kinds together, at which the process is ended. */
  readonly maxMemory: number;
  /** Waits for a debugger before the file is loaded. */
  readonly debug: boolean;
}

/** File descriptors that the extension opens: for messages, and for the guard. */
export const messageDescriptor = 3;
export const guardDescriptor = 4;
