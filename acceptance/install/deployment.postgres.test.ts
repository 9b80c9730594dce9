import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newDatabase } from '../../testing/postgres/database.ts';
import { findProgram, findPythonModule } from '../../testing/programs.ts';
import { downloadWheel } from '../../testing/python.ts';
import { startHub } from '../harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from '../harness/program.ts';
import { faultsOf, readCompose, readDockerfile, readManifests, serviceLinks } from './deployment.ts';

const image = readDockerfile();
const page = readFileSync(new URL('../../docs/operating/install.md', import.meta.url), 'utf8');
const [, builtAs] = /^docker build .* -t (\S+) dist$/m.exec(page)!;

/** What a hub says of itself without any setting. */
const help = runMeridian(['serve', '--help'], {});
await exitCode(help);
const defaultOf = (name: string) => {
  const [, value] = new RegExp(`${name}\\)[^]*?Default: (\\d+)`).exec(help.stdout())!;
  return Number(value);
};

/** Starts a hub in the environment of a container; only its port and folder are of this machine. */
function startContainer(environment: Record<string, string>) {
  const elsewhere = { MERIDIAN_DATA: join(temporaryFolder(), 'data') };
  return startHub({ settings: { ...image.environment, MERIDIAN_PORT: '0', ...environment, ...elsewhere } });
}

const python = findPythonModule('yaml', 'python3-yaml');
const pythonOrNone = 'skip' in python ? '' : python.path;

test('the image names the port on which a hub listens, and keeps the data in its volume', () => {
  assert.equal(image.port, defaultOf('MERIDIAN_PORT'));
  assert.equal(image.environment.MERIDIAN_DATA, image.volume);
});

const dockerCompose = findProgram(['docker-compose'], 'docker-compose');
const left = [python, dockerCompose].find((one) => 'skip' in one);

describe('compose.yaml', { skip: left && 'skip' in left ? left.skip : false }, () => {
  const SECRETS = { MERIDIAN_ADMIN_PASSWORD: 'correct horse', POSTGRES_PASSWORD: 'geheim' };
  const read = (variables: Record<string, string>) =>
    readCompose('path' in dockerCompose ? dockerCompose.path : '', pythonOrNone, variables);
  const whole = () => {
    const compose = read(SECRETS);
    if ('refused' in compose) assert.fail(compose.refused);
    return compose;
  };

  test('is refused without the secrets that it needs', () => {
    for (const name of Object.keys(SECRETS)) {
      const compose = read({ ...SECRETS, [name]: '' });
      assert.ok('refused' in compose && compose.refused.includes(`set ${name}`));
    }
  });

  test('runs the image that the page builds, closed but for the volume and /tmp', () => {
    const { services, volumes } = whole();
    const hub = services.hub!;
    assert.equal(hub.image, builtAs);
    assert.ok(hub.ports!.every((port) => port.endsWith(`:${image.port}/tcp`)));
    assert.deepEqual([hub.read_only, hub.cap_drop, hub.tmpfs], [true, ['ALL'], ['/tmp']]);
    assert.ok(hub.volumes.includes(`data:${image.volume}:rw`) && 'data' in volumes);
    const graceMs = Number.parseInt(hub.stop_grace_period!, 10) * 1000;
    assert.ok(graceMs > defaultOf('MERIDIAN_SHUTDOWN_TIMEOUT_MS'));
  });

  test('a hub takes its settings, and the database that it names is the one beside it', async () => {
    const { services } = whole();
    const { hub, database } = services as Required<typeof services>;
    const store = new URL(hub!.environment.MERIDIAN_STORE!);
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = database!.environment;
    assert.deepEqual(
      [store.hostname, store.username, store.password, store.pathname],
      ['database', POSTGRES_USER, POSTGRES_PASSWORD, `/${POSTGRES_DB}`],
    );
    assert.deepEqual(hub!.depends_on, { database: { condition: 'service_healthy' } });
    assert.match(
      database!.healthcheck!.test.join(' '),
      new RegExp(`pg_isready -U ${POSTGRES_USER} -d ${POSTGRES_DB}`),
    );
    const running = await startContainer({ ...hub!.environment, MERIDIAN_STORE: await newDatabase() });
    assert.equal((await running.get('/readyz', { token: null })).status, 200);
    assert.match((await running.get('/metrics')).text, /meridian_build_info\{[^}]*store="postgres/);
  });
});

describe('Kubernetes manifests', { skip: 'skip' in python ? python.skip : false }, () => {
  const schemas = downloadWheel('kubernetes-validate', '1.37.0');
  for (const version of ['1.25', '1.37'])
    test(`are valid in Kubernetes ${version}, without a member that it would ignore`, {
      skip: 'skip' in schemas ? schemas.skip : false,
    }, () => {
      const wheel = 'skip' in schemas ? '' : schemas.wheel;
      const { service, statefulSet } = readManifests(pythonOrNone);
      for (const object of [service, statefulSet]) assert.deepEqual(faultsOf(wheel, version, object), []);
      const wrong = { ...service, spec: { ...service.spec, selektor: {} } };
      assert.match(faultsOf(wheel, version, wrong).join(), /selektor/);
    });

  test('the Service finds the pods and their port; every mount has a volume', () => {
    const { service, statefulSet } = readManifests(pythonOrNone);
    const { spec } = statefulSet;
    const { containers, volumes } = spec.template.spec;
    const [{ ports, volumeMounts, image: name }] = containers;
    assert.equal(name, builtAs);
    assert.equal(spec.serviceName, service.metadata.name);
    for (const selected of [service.spec.selector, spec.selector.matchLabels])
      assert.deepEqual(selected, spec.template.metadata.labels);
    const port = ports.find((one) => one.name === service.spec.ports[0]!.targetPort);
    assert.equal(port?.containerPort, image.port);
    assert.deepEqual(volumeMounts.map(({ mountPath }) => mountPath).sort(), [image.volume, '/tmp']);
    const offered = [...volumes, ...spec.volumeClaimTemplates.map(({ metadata }) => metadata)];
    for (const { name: wanted } of volumeMounts) assert.ok(offered.some((one) => one.name === wanted));
  });

  test('the pod runs as the user of the image, closed as the restricted standard asks', () => {
    const { securityContext, containers, terminationGracePeriodSeconds } =
      readManifests(pythonOrNone).statefulSet.spec.template.spec;
    const [user, group] = image.user.split(':').map(Number);
    const { runAsNonRoot, runAsUser, runAsGroup, fsGroup, seccompProfile } = securityContext;
    assert.deepEqual(
      [runAsNonRoot, runAsUser, runAsGroup, fsGroup, seccompProfile],
      [true, user, group, group, { type: 'RuntimeDefault' }],
    );
    assert.deepEqual(containers[0].securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.ok(terminationGracePeriodSeconds * 1000 > defaultOf('MERIDIAN_SHUTDOWN_TIMEOUT_MS'));
  });

  test('a hub starts with the variables that the pod has, and answers every probe', async () => {
    const { service, statefulSet, comment } = readManifests(pythonOrNone);
    const pod = statefulSet.spec.template.spec;
    const [container] = pod.containers;
    const [, secret, literal] = /create secret generic (\S+) --from-literal=(\w+)=/.exec(comment)!;
    assert.deepEqual(container.envFrom, [{ secretRef: { name: secret } }]);
    const links = pod.enableServiceLinks === false ? {} : serviceLinks(service);
    const hub = await startContainer({ ...links, [literal!]: 'correct horse' });
    for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      assert.ok(container.ports.some(({ name }) => name === httpGet.port));
      assert.equal((await hub.get(httpGet.path, { token: null })).status, 200, httpGet.path);
    }
  });
});
