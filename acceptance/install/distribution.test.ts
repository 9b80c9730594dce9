// Embedded engine only: what is installed is the same whichever store it opens.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../../testing/free-port.ts';
import { patiently } from '../../testing/programs.ts';
import { temporaryFolder } from '../harness/program.ts';
import {
  buildImage,
  installInside,
  isHealthy,
  needContainerTools,
  newDebian,
  removeImages,
  runImage,
  runReadOnly,
} from './container.ts';
import { LEFT_BEHIND, olderPackage } from './older-package.ts';
import { serve, tryEverything } from './served.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_BYTES = 90e6;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

execFileSync(process.execPath, ['scripts/dist/dist.ts'], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [tarball] = globSync('dist/meridian-*.tar.gz', { cwd: ROOT });
const [debianPackage] = globSync('dist/meridian_*.deb', { cwd: ROOT });

/** The name of a library that Node loads, and where it was found. */
const LOADED = /^\s*(\S+) => (\S+)/gm;
/** What every Linux with the GNU C library and a C++ library has. */
const EVERYWHERE = /^(?:libc|libm|libdl|libpthread|libstdc\+\+|libgcc_s)\.so\.\d+$/;

describe('the tarball', () => {
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', join(ROOT, tarball!), '-C', folder]);
  const [name] = globSync('meridian-*', { cwd: folder });
  const unpacked = join(folder, name!);

  test('is small', () => assert.ok(statSync(join(ROOT, tarball!)).size < MAX_BYTES));

  test('serves from a folder that cannot be written to, as any user, with nothing else on the machine', async () => {
    execFileSync('chmod', ['-R', 'a-w,a+rX', folder]);
    const data = temporaryFolder();
    const home = join(data, 'hub');
    mkdirSync(home);
    execFileSync('chmod', ['755', data]);
    if (isRoot) chownSync(home, NOBODY, NOBODY);
    const hub = await serve(join(unpacked, 'meridian'), {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', MERIDIAN_DATA: join(home, 'data') },
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    try {
      await tryEverything(hub);
    } finally {
      await hub.stop();
      execFileSync('chmod', ['-R', 'u+w', folder]);
    }
  });

  test('brings every library that a fresh system does not have', () => {
    const libraries = execFileSync('ldd', [join(unpacked, 'node')], {
      env: { ...process.env, LD_LIBRARY_PATH: join(unpacked, 'lib') },
      encoding: 'utf8',
    });
    const elsewhere = [...libraries.matchAll(LOADED)].filter(
      ([, library, path]) => !EVERYWHERE.test(library!) && !path!.startsWith(unpacked),
    );
    assert.deepEqual(
      elsewhere.map(([line]) => line.trim()),
      [],
    );
  });

  test('names everything inside with its licence', () => {
    const { components } = JSON.parse(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string; licenses: unknown[] }[];
    };
    const installed = globSync('app/node_modules/{*,@*/*}/package.json', { cwd: unpacked }).map(
      (path) => (JSON.parse(readFileSync(join(unpacked, path), 'utf8')) as { name: string }).name,
    );
    assert.ok(installed.length > 20);
    const named = new Set(components.map(({ name }) => name));
    assert.deepEqual(
      installed.filter((library) => !named.has(library)),
      [],
    );
    for (const library of named) {
      const text = join(unpacked, 'licences', `${library.replaceAll('/', '-').replace('@', '')}.txt`);
      assert.ok(existsSync(text), `${library} has no licence in licences/`);
    }
  });
});

const SETTINGS = '/etc/meridian/meridian.env';

/** It makes a user and files outside of the checkout: not on a machine that somebody works with. */
const canInstall = process.env.CI === 'true';

describe('the Debian package', { skip: canInstall ? false : 'installed only with CI=true' }, () => {
  const dpkg = (...args: string[]) =>
    patiently(() => execFileSync('dpkg', args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }));

  test('is installed, runs as its service does, is upgraded, removed and purged', async (t) => {
    assert.ok(isRoot && existsSync('/usr/bin/dpkg'), 'with CI=true it is installed: as root on Debian');
    // Whatever fails: the next try begins with a machine that has never had it.
    t.after(() => {
      dpkg('--purge', 'meridian');
      rmSync('/var/lib/meridian', { recursive: true, force: true });
      spawnSync('deluser', ['--quiet', '--system', 'meridian']);
    });
    dpkg('-i', olderPackage(join(ROOT, debianPackage!)));
    assert.ok(existsSync(LEFT_BEHIND));
    appendFileSync(SETTINGS, '#changed by the operator\n');
    assert.equal(statSync('/var/lib/meridian').mode & 0o777, 0o700);
    const unit = '/lib/systemd/system/meridian.service';
    execFileSync('systemd-analyze', ['verify', unit], { stdio: 'inherit' });
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit], {
      stdio: 'ignore',
    });
    const [, command] = /^ExecStart=(\S+) serve$/m.exec(readFileSync(unit, 'utf8'))!;
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'meridian'], { encoding: 'utf8' }));
    const start = () =>
      serve(command!, {
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', MERIDIAN_DATA: '/var/lib/meridian' },
        uid: idOf('-u'),
        gid: idOf('-g'),
      });
    const hub = await start();
    try {
      await tryEverything(hub);
    } finally {
      await hub.stop();
    }
    dpkg('-i', join(ROOT, debianPackage!));
    assert.ok(!existsSync(LEFT_BEHIND), 'files of the older version are removed');
    assert.match(readFileSync(SETTINGS, 'utf8'), /#changed by the operator/);
    const upgraded = await start();
    try {
      assert.match(await (await upgraded.get('/hub/spaces/cities/features/berlin')).text(), /Berlin/);
    } finally {
      await upgraded.stop();
    }
    const manual = gunzipSync(readFileSync('/usr/share/man/man1/meridian.1.gz')).toString();
    assert.match(manual, /geospatial data hub/);
    assert.match(manual, /^\.SH MERIDIAN BACKUP$/m);
    execFileSync('bash', ['-n', '/usr/share/bash-completion/completions/meridian']);
    dpkg('-r', 'meridian');
    assert.ok(existsSync(SETTINGS));
    dpkg('--purge', 'meridian');
    assert.ok(!existsSync('/etc/meridian') && !existsSync('/usr/lib/meridian'));
    assert.ok(existsSync('/var/lib/meridian/hub.db'), 'data is never removed with the program');
  });
});

/** `npm run test:install` asks for it: a base image has to be made first. */
const tools =
  process.env.MERIDIAN_TEST_CONTAINER === '1'
    ? needContainerTools()
    : { skip: 'part of npm run test:install' };

describe('on a new Debian without Node', { skip: 'skip' in tools ? tools.skip : false }, () => {
  const debian = 'skip' in tools ? '' : newDebian();

  test('the container image is built from the tarball, serves, not as root, knows its health, and needs no writable root', async () => {
    const image = buildImage(join(ROOT, tarball!), debian);
    try {
      const { command, user } = runImage(image);
      assert.equal(user, '10001:10001');
      const hub = await serve(command, { cwd: '/', env: process.env });
      try {
        await tryEverything(hub);
        assert.ok(isHealthy(Number(new URL(hub.url).port)));
        assert.ok(!isHealthy(await freePort()), 'no hub listens there');
      } finally {
        await hub.stop();
      }
      const readOnly = await serve(runReadOnly(), { cwd: '/', env: process.env });
      try {
        await tryEverything(readOnly);
      } finally {
        await readOnly.stop();
      }
    } finally {
      removeImages();
    }
  });

  test('the Debian package is installed by apt and serves', async (t) => {
    const started = performance.now();
    const inside = installInside(debian, join(ROOT, debianPackage!), 'meridian');
    const hub = await serve([...inside, '/usr/bin/meridian'], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin:/usr/sbin', MERIDIAN_DATA: '/var/lib/meridian' },
    });
    t.diagnostic(
      `${((performance.now() - started) / 1000).toFixed(1)} s from the package to the first response`,
    );
    try {
      await tryEverything(hub);
    } finally {
      await hub.stop();
    }
  });
});
