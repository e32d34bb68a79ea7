import { homedir } from 'node:os';

/** A path as a person types it, with `~` written out. */
export function fromHome(file: string): string {
  return file.replace(/^~(?=$|[\\/])/, homedir());
}
