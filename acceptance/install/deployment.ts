import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@cfworker/json-schema';

const DEPLOY = new URL('../../deploy/', import.meta.url);
const COMPOSE = fileURLToPath(new URL('container/compose.yaml', DEPLOY));

type Environment = Record<string, string>;

/** What a container has of `deploy/container/Dockerfile`. */
export type Image = {
  environment: Environment;
  /** `10001:10001` */
  user: string;
  volume: string;
  port: number;
};

export function readDockerfile(): Image {
  const text = readFileSync(new URL('container/Dockerfile', DEPLOY), 'utf8');
  const said = (instruction: string) => {
    const [, value] = new RegExp(`^${instruction} (.+)$`, 'm').exec(text)!;
    return value!;
  };
  const environment = Object.fromEntries(
    said('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );
  return { environment, user: said('USER'), volume: said('VOLUME'), port: Number(said('EXPOSE')) };
}

export type Service = {
  image: string;
  ports?: string[];
  environment: Environment;
  volumes: string[];
  tmpfs?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
};

/** `compose.yaml` as docker-compose understands it with these variables; or what it says against it. */
export function readCompose(
  dockerCompose: string,
  python: string,
  variables: Environment,
): { services: Record<string, Service>; volumes: Record<string, unknown> } | { refused: string } {
  const { status, stdout, stderr } = spawnSync(dockerCompose, ['-f', COMPOSE, 'config'], {
    env: { PATH: process.env.PATH, ...variables },
    encoding: 'utf8',
  });
  return status === 0 ? (parseYaml(python, stdout)[0] as never) : { refused: stderr };
}

type Probe = { httpGet: { path: string; port: string } };
export type Container = {
  image: string;
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  envFrom: { secretRef: { name: string } }[];
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string }[];
};
export type Manifests = {
  service: {
    kind: string;
    apiVersion: string;
    metadata: Named;
    spec: { selector: object; ports: { port: number; targetPort: string }[] };
  };
  statefulSet: {
    kind: string;
    apiVersion: string;
    metadata: Named;
    spec: {
      serviceName: string;
      selector: { matchLabels: object };
      volumeClaimTemplates: { metadata: Named }[];
      template: {
        metadata: { labels: object };
        spec: {
          enableServiceLinks?: boolean;
          terminationGracePeriodSeconds: number;
          securityContext: Record<string, unknown>;
          containers: [Container];
          volumes: Named[];
        };
      };
    };
  };
  /** The comment above them, which says how to apply them. */
  comment: string;
};
type Named = { name: string };

export function readManifests(python: string): Manifests {
  const text = readFileSync(new URL('kubernetes/meridian.yaml', DEPLOY), 'utf8');
  const [service, statefulSet] = parseYaml(python, text) as [Manifests['service'], Manifests['statefulSet']];
  return { service, statefulSet, comment: /^(?:#.*\n)+/.exec(text)![0] };
}

function parseYaml(python: string, text: string): unknown[] {
  const program = 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))';
  return JSON.parse(execFileSync(python, ['-c', program], { input: text, encoding: 'utf8' }));
}

/** What is wrong with an object in a version of Kubernetes (`1.25`), also members that it does not know. */
export function faultsOf(
  wheel: string,
  version: string,
  object: { kind: string; apiVersion: string },
): string[] {
  const folder = `kubernetes_validate/kubernetes-json-schema/v${version}.0-local-strict`;
  const read = (name: string) =>
    JSON.parse(execFileSync('python3', ['-c', FROM_ARCHIVE, wheel, `${folder}/${name}.json`], BIG)) as object;
  const { kind, apiVersion } = object;
  const schema = read(`${kind.toLowerCase()}-${apiVersion.replace('/', '-')}`);
  const validator = new Validator({ ...schema, $id: 'file:///api/object.json' }, '2020-12', false);
  validator.addSchema({ ...read('_definitions'), $id: 'file:///api/_definitions.json' });
  return validator
    .validate(object)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

const BIG = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
const FROM_ARCHIVE =
  'import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())';

/** The variables that a container gets for a Service of its namespace, unless it asks for none. */
export function serviceLinks({ metadata, spec }: Manifests['service']): Environment {
  const name = metadata.name.toUpperCase().replaceAll('-', '_');
  const { port } = spec.ports[0]!;
  return {
    [`${name}_SERVICE_HOST`]: '10.0.0.1',
    [`${name}_SERVICE_PORT`]: String(port),
    [`${name}_PORT`]: `tcp://10.0.0.1:${port}`,
    [`${name}_PORT_${port}_TCP`]: `tcp://10.0.0.1:${port}`,
  };
}
