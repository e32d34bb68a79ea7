import { readFileSync } from 'node:fs';
import { Replay } from '../../extension/inspector/history/replay.ts';
import { rebuiltState, stateHash } from './stateHash.ts';
import { readHistory } from './historyFile.ts';

/** A process that knows of a session nothing but the file: prints the hash of its state at each of the entries that are asked for. */
const [file = '', every = '1'] = process.argv.slice(2);
const source = readHistory(readFileSync(file, 'utf8'));
for (let seq = 1; seq <= source.lastSeq; seq += Number(every)) {
  const replay = new Replay(source);
  for (const _ of replay.to(seq));
  console.log(`${seq} ${stateHash(rebuiltState(replay))}`);
}
