import inspector from 'node:inspector';

/** Listens on a free port of this machine alone, says which, and stands still until a debugger is there. */
export function waitForDebugger(tell: (port: number) => void): void {
  inspector.open(0, '127.0.0.1');
  tell(Number(new URL(inspector.url()!).port));
  inspector.waitForDebugger();
}
