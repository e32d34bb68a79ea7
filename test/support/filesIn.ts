import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder, by its path from there with `/`. */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file)];
    }),
  );
}
