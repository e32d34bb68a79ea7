import type { Logger } from '../../extension/base/logger.ts';

/** Keeps every line: `warn reflector: v1/pods: …`. */
export class RecordingLogger implements Logger {
  readonly lines: string[] = [];

  trace(tag: string, message: string): void {
    this.lines.push(`trace ${tag}: ${message}`);
  }

  info(tag: string, message: string): void {
    this.lines.push(`info ${tag}: ${message}`);
  }

  warn(tag: string, message: string): void {
    this.lines.push(`warn ${tag}: ${message}`);
  }

  error(tag: string, message: string): void {
    this.lines.push(`error ${tag}: ${message}`);
  }

  /** What was said since the last time. */
  take(): string[] {
    return this.lines.splice(0);
  }
}
