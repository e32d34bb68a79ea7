import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { AuditFile } from '../../../../extension/playground/audit/auditFile.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const folder = temporaryFolder();

it('appends to what is there, for its owner alone', async () => {
  const file = path.join(await folder.path(), 'log');
  writeFileSync(file, 'before\n', { mode: 0o644 });
  const log = await AuditFile.open({ file, mostBytes: 1_000, logger: silentLogger });
  for (let line = 0; line < 50; line++) log.write(`${line}\n`);
  await log.close();
  expect(readFileSync(file, 'utf8')).toBe(`before\n${Array.from({ length: 50 }, (_, line) => `${line}\n`).join('')}`);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('begins anew when it is full, and keeps what was written before, once', async () => {
  const file = path.join(await folder.path(), 'log');
  const log = await AuditFile.open({ file, mostBytes: 100, logger: silentLogger });
  for (let line = 0; line < 35; line++) log.write(`line ${String(line).padStart(4, '0')}\n`); // 10 bytes each
  await log.close();
  const lines = (name: string): string[] => readFileSync(name, 'utf8').trimEnd().split('\n');
  expect(lines(file)).toEqual(['line 0030', 'line 0031', 'line 0032', 'line 0033', 'line 0034']);
  expect(lines(`${file}.1`)).toHaveLength(10);
  expect(lines(`${file}.1`)[0]).toBe('line 0020');
});

it('says so once, and goes on, when it cannot be written any more', async () => {
  const errors: string[] = [];
  const file = path.join(await folder.path(), 'log');
  const log = await AuditFile.open({ file, mostBytes: 10, logger: { ...silentLogger, error: (_, message) => void errors.push(message) } });
  log.write('0123456789\n');
  rmSync(file, { force: true });
  mkdirSync(`${file}.1`);
  writeFileSync(path.join(`${file}.1`, 'x'), '');
  for (let line = 0; line < 3; line++) log.write('more\n');
  await log.close().catch(() => undefined);
  expect(errors).toEqual([`nothing more is written to ${file}`]);
});
