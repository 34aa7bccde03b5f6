// Keeps two commands (`npm start` and `npm test`) from installing into the same folders at once.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cache } from './install.mjs';

/** Runs one setup at a time: a second one waits, and then finds the tools of the first. */
export async function withLock(work) {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, 'setup.lock');
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      const fd = openSync(lock, 'wx');
      writeSync(fd, String(process.pid));
      closeSync(fd);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(lock, 'utf8'));
      if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
      else if (!isAnnounced) console.log(`Waiting for another setup (process ${holder}) …`);
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
