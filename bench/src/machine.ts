import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';

export type Machine = {
  cores: number;
  processor: string;
  memoryGb: number;
  system: string;
  node: string;
  sqlite: string;
};

export function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${arch()}`,
    node: process.version,
    sqlite: process.versions.sqlite ?? 'unknown',
  };
}

export function machineNote({ cores, processor, memoryGb, system, node, sqlite }: Machine): string {
  return `machine: ${cores} cores (${processor}), ${memoryGb} GB, ${system}; Node ${node}, SQLite ${sqlite}`;
}
