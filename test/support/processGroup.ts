// Which processes run below one that we started: Linux tells it in files, since a bare one has no `ps`, and macOS by `ps`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** IDs of the processes of a group whose command line holds this text. */
export function processesOf(group: number, text: string): readonly number[] {
  return (existsSync('/proc/self/stat') ? fromProc() : fromPs())
    .filter((one) => one.group === group && one.command.includes(text))
    .map(({ id }) => id);
}

interface Process {
  readonly id: number;
  readonly group: number;
  readonly command: string;
}

function fromProc(): readonly Process[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  return ids.flatMap((id): readonly Process[] => {
    try {
      // The name, in parentheses, may hold anything; state, parent and group follow it.
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ id: Number(id), group: Number(group), command }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

function fromPs(): readonly Process[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [id, group, ...command] = line.trim().split(/\s+/u);
      return { id: Number(id), group: Number(group), command: command.join(' ') };
    });
}
