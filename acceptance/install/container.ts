import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LeftOut, needProgram } from '../../testing/programs.ts';
import { temporaryFolder } from '../harness/program.ts';
import { PRESET } from './served.ts';

const DOCKERFILE = fileURLToPath(new URL('../../deploy/container/Dockerfile', import.meta.url));
const ARCHIVE = 'http://deb.debian.org/debian';
const NAME = 'localhost/meridian-test';
const BASE = `${NAME}-base`;
const CONTAINER = 'meridian-test';

/** buildah builds and runs images without a daemon; debootstrap makes a Debian, since no registry of images is asked. */
export function needContainerTools(): Record<string, never> | LeftOut {
  for (const name of ['buildah', 'debootstrap']) {
    const found = needProgram([name], name);
    if ('skip' in found) return found;
  }
  return {};
}

function buildah(...args: string[]): string {
  return execFileSync('buildah', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

/** A folder with the smallest Debian there is. */
export function newDebian(): string {
  const debian = join(temporaryFolder(), 'debian');
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', debian, ARCHIVE], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return debian;
}

/** Installs a package with apt inside such a folder; gives the command line that runs a program there, as a user of it. */
export function installInside(debian: string, file: string, user: string): [string, ...string[]] {
  copyFileSync(file, join(debian, 'package.deb'));
  execFileSync('chroot', [debian, 'apt-get', 'install', '-qq', '-y', '/package.deb'], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return ['chroot', `--userspec=${user}:${user}`, debian];
}

/** The image of `deploy/container/Dockerfile`, on a Debian as small as that of the image it names. */
export function buildImage(tarball: string, debian: string): string {
  const folder = temporaryFolder();
  const scratch = buildah('from', 'scratch');
  execFileSync('tar', ['-C', debian, '-cf', join(folder, 'debian.tar'), '.']);
  buildah('add', '-q', scratch, join(folder, 'debian.tar'), '/');
  buildah('commit', '-q', scratch, BASE);
  buildah('rm', scratch);
  const settings = ['--build-arg', `BASE=${BASE}`, '--build-arg', `TARBALL=${basename(tarball)}`];
  const how = ['--isolation', 'chroot', '--format', 'docker', '-q'];
  buildah('bud', ...how, ...settings, '-f', DOCKERFILE, '-t', NAME, dirname(tarball));
  return NAME;
}

/** What the container of the image is to run, how and as whom. */
function configuration(): { User: string; Entrypoint: [string]; Env: string[]; WorkingDir: string } {
  const { OCIv1 } = JSON.parse(buildah('inspect', CONTAINER)) as {
    OCIv1: { config: ReturnType<typeof configuration> };
  };
  return OCIv1.config;
}

/** The command line that runs a container of the image, up to the arguments of its entry point; and as whom. */
export function runImage(image: string): { command: [string, ...string[]]; user: string } {
  buildah('from', '--name', CONTAINER, image);
  const { User: user, Entrypoint: entryPoint } = configuration();
  const environment = Object.entries(PRESET).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const command = ['run', '--isolation', 'chroot', ...environment, CONTAINER, '--', ...entryPoint];
  return { command: ['buildah', ...command], user };
}

/**
 * Runs what it is given in the root folder of a container, in which nothing can be written but /tmp and a new volume. The
 * volume belongs to root and is open to a group, as Kubernetes (`fsGroup`) hands it over.
 */
const READ_ONLY = `set -e
root=$1 user=$2 folder=$3
shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o "mode=2770,gid=\${user#*:}" tmpfs "$root$folder"
mount -o remount,bind,ro "$root"
if touch "$root/opt/written" 2>/dev/null; then
  echo "the root file system is not read-only" >&2
  exit 1
fi
exec chroot --userspec="$user" "$root" /usr/bin/env -i "$@"`;

/** The command line that runs the same container with a read-only root file system, as compose.yaml and the manifests ask for it. */
export function runReadOnly(): [string, ...string[]] {
  const { User, Entrypoint, Env, WorkingDir } = configuration();
  const preset = Object.entries(PRESET).map(([name, value]) => `${name}=${value}`);
  const words = [buildah('mount', CONTAINER), User, WorkingDir, ...Env, ...preset, ...Entrypoint];
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', READ_ONLY, 'sh', ...words];
}

/** What the health check of the image says about the hub at this port, run inside the container as the image asks for it. */
export function isHealthy(port: number): boolean {
  const { Docker } = JSON.parse(buildah('inspect', CONTAINER)) as {
    Docker: { config: { Healthcheck: { Test: ['CMD-SHELL', string] } } };
  };
  const [, check] = Docker.config.Healthcheck.Test;
  const inside = ['run', '--isolation', 'chroot', '--env', `MERIDIAN_PORT=${port}`, CONTAINER, '--'];
  return spawnSync('buildah', [...inside, '/bin/sh', '-c', check], { stdio: 'ignore' }).status === 0;
}

/** Removes the container and the images that this made, and no others. */
export function removeImages(): void {
  buildah('rm', CONTAINER);
  buildah('rmi', NAME, BASE);
}
