// Keeps two set-ups, `npm start` and `npm test` say, from installing into the same folders at once.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cache } from './install.mjs';

/** One set-up at a time: a second one waits for the first, whose results it then finds. */
export async function withLock(work) {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, 'setup.lock');
  for (let told = false; ; told = true) {
    try {
      const fd = openSync(lock, 'wx');
      writeSync(fd, String(process.pid));
      closeSync(fd);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(lock, 'utf8'));
      if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
      else if (!told) console.log(`Another set-up runs here (process ${holder}); waiting for it …`);
      await sleep(300);
    }
  }
  const release = () => rmSync(lock, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
