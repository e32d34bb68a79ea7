/**
 * Stands in for `@vscode/spdlog` in the VS Code server of the tests, whose native build needs a compiler and two
 * minutes: the same interface over plain files. With it the server writes its log files, and "Show Log" shows them.
 */
'use strict';
const { appendFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #plain = false;

  constructor(_type, _name, file) {
    this.#file = file;
  }
  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.#plain = true;
  }
  flush() {}
  drop() {}

  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      appendFileSync(this.#file, this.#plain ? message : `${time} [${names[level]}] ${message}\n`);
    } catch (error) {
      // The log folder goes away while the last process ends: nothing is left to tell that to.
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

async function createLogger(name, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, '');
  return new Logger('rotating', name, file);
}

exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
