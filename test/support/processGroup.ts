// Lists the processes of a group: from /proc on Linux, where a minimal system has no `ps`, and from `ps` on macOS.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** IDs of the processes of a group whose command line contains a text. */
export function processesOf(group: number, text: string): readonly number[] {
  return (existsSync('/proc/self/stat') ? fromProc() : fromPs())
    .filter((process) => process.group === group && process.command.includes(text))
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
      // The name, in parentheses, may contain anything; state, parent and group follow it.
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ id: Number(id), group: Number(group), command }];
    } catch {
      // The process has ended.
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
