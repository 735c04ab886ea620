import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { read, root, unknownSettings } from './deploy-files.ts';

describe('the image', () => {
  const lines = read('deploy/container/Containerfile').replaceAll(/\\\n/g, ' ').split('\n');

  it('is made of what is there', () => {
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(copied.length).toBeGreaterThan(8);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('the image has the manifest of every workspace, without which npm installs nothing', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    expect(workspaces.filter((name) => !lines.includes(`COPY ${name}/package.json ${name}/`))).toEqual([]);
  });

  it('the image has everything the service reads outside its own folder: built files and other data files', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    const there = last
      .filter((line) => line.startsWith('COPY '))
      .map((line) => line.split(/\s+/).at(-1)?.replace(/\/$/, '') ?? '');
    const sources = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !/test/.test(file));
    const readPaths = sources.flatMap((file) =>
      [...read(file).matchAll(/new URL\(['`]((?:\.\.\/)+[^'`]*)/g)].map(([, path = '']) => join(dirname(file), path)),
    );
    // data/ is created at run time.
    const outside = readPaths.filter((path) => !/^(?:server|node_modules|data)\//.test(path));
    const folders = outside.flatMap((path) =>
      path.startsWith('web/') ? ['web/dist', 'web/dist-portal'] : [path.replace(/\/$/, '')],
    );
    const built = ['web/dist', 'web/dist-portal', 'dist-packages'];
    const known = new Set(['migrations', 'sdk/vectors/gap-v2.json', 'deploy/postgres/roles.sql', ...built]);
    expect(folders.length).toBeGreaterThan(4);
    expect(folders.filter((path) => !known.has(path))).toEqual([]);
    expect(folders.filter((path) => !there.some((copied) => `${path}/`.startsWith(`${copied}/`)))).toEqual([]);
  });

  it('runs as nobody in particular, without packages for development', () => {
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
    expect(lines.filter((line) => /npm ci .*@makewhole\/server/.test(line)).join()).toContain('--omit=dev');
    expect(lines.join('\n')).not.toMatch(/^ENV .*(?:DATABASE_URL|DATA_KEY|SECRET|TOKEN)/m);
  });
});

type Service = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly user?: string;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
};

/** The keys of the Compose Specification that we use. A key that is not listed is misspelled or needs a review. */
const serviceKeys = new Set(
  (
    'image command restart read_only user cap_drop security_opt tmpfs stop_grace_period env_file environment secrets ' +
    'networks network_mode logging volumes depends_on healthcheck shm_size mem_limit pids_limit ports'
  ).split(' '),
);

describe('the compose file', () => {
  const file = parse(read('deploy/compose/compose.yml'), { merge: true });
  const services = Object.entries<Service>(file.services);
  const ours = services.filter(([, { image }]) => image.includes('MAKEWHOLE_IMAGE'));

  it('the compose file has a database, migrations, two apis, a worker, a document parser and a proxy', () => {
    expect(services.map(([name]) => name)).toEqual([
      'database',
      'migrate',
      'api-1',
      'api-2',
      'worker',
      'document-parser',
      'proxy',
    ]);
    expect(ours).toHaveLength(5);
  });

  it('the compose file uses keys of the specification, and names only what it defines', () => {
    const top = Object.keys(file).filter((key) => !key.startsWith('x-'));
    expect(top).toEqual(['name', 'services', 'networks', 'volumes', 'secrets']);
    for (const [name, service] of services) {
      expect([name, Object.keys(service).filter((key) => !serviceKeys.has(key))]).toEqual([name, []]);
      const { depends_on: needed = [] } = service;
      const named = {
        services: Array.isArray(needed) ? needed : Object.keys(needed),
        networks: service.networks ?? [],
        secrets: service.secrets ?? [],
        volumes: (service.volumes ?? [])
          .map((volume) => volume.split(':')[0] ?? '')
          .filter((at) => !at.startsWith('.')),
      };
      for (const [kind, names] of Object.entries(named))
        expect([name, kind, names.filter((each: string) => !(each in file[kind]))]).toEqual([name, kind, []]);
    }
    expect(
      services.filter(([, { networks, network_mode: mode }]) => networks === undefined && mode !== 'none'),
    ).toEqual([]);
  });

  it('gives our processes no rights, no writable root, and settings that exist', () => {
    for (const [name, service] of ours) {
      expect([name, service.read_only, service.user, service.cap_drop]).toEqual([name, true, '10001:10001', ['ALL']]);
      expect(service.security_opt).toContain('no-new-privileges:true');
      expect(unknownSettings(Object.keys(service.environment ?? {}))).toEqual([]);
      expect(existsSync(join(root, service.command?.[0] ?? ''))).toBe(true);
    }
    const example = read('deploy/compose/example.env').match(/^[A-Z_]+(?==)/gm) ?? [];
    expect(unknownSettings(example)).toEqual([]);
  });

  it('the compose file gives the anchor signing key to the worker alone, in a separate file', () => {
    expect(read('deploy/compose/compose.yml')).not.toContain('AUDIT_ANCHOR_KEY');
    const more = parse(read('deploy/compose/anchors.yml'));
    expect(Object.keys(more.services)).toEqual(['worker']);
    const { worker } = Object.fromEntries(services);
    expect(more.services.worker.secrets).toEqual([...(worker?.secrets ?? []), 'anchor_key']);
    expect(unknownSettings(Object.keys(more.services.worker.environment))).toEqual([]);
    const pods = globSync('deploy/kustomize/base/*.yaml', { cwd: root });
    expect(pods.filter((path) => read(path).includes('AUDIT_ANCHOR_KEY'))).toEqual([
      'deploy/kustomize/base/worker.yaml',
    ]);
  });

  it('the compose file gives the document parser no network, no secret and no setting of the service', () => {
    const { 'document-parser': parser } = Object.fromEntries(ours);
    expect(parser).toMatchObject({ network_mode: 'none', secrets: [], env_file: [] });
    expect(Object.keys(parser?.environment ?? {})).toEqual(['NODE_ENV', 'DOCUMENT_PARSER_SOCKET']);
  });
});

describe('the demo compose file', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: Record<string, Service & { readonly ports?: readonly string[] }>;
  };

  it('the demo opens ports on this machine only, and none to the database', () => {
    const ports = Object.values(services).flatMap(({ ports: opened = [] }) => opened);
    expect(ports).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:8025:8025']);
    expect(services['database']?.ports).toBeUndefined();
  });

  it('the demo holds no secret, and starts a development service without privileges', () => {
    expect(read('compose.yaml')).not.toMatch(/PASSWORD: |DATA_KEY/);
    const { environment = {}, read_only: readOnly, cap_drop: dropped } = services['makewhole'] ?? {};
    expect([environment['NODE_ENV'], readOnly, dropped]).toEqual(['development', true, ['ALL']]);
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
  });
});

type Container = {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom?: unknown;
  readonly ports?: readonly { readonly name: string }[];
  readonly securityContext: unknown;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
};
type Pod = {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly automountServiceAccountToken: boolean;
    readonly securityContext: unknown;
    readonly containers: readonly Container[];
    readonly volumes: readonly { readonly name: string }[];
  };
};
type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template?: Pod;
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
  };
};

describe('the kustomize base', () => {
  const directory = 'deploy/kustomize/base';
  const kustomization = parse(read(`${directory}/kustomization.yaml`));
  const manifests: Manifest[] = kustomization.resources.flatMap((file: string) =>
    parseAllDocuments(read(`${directory}/${file}`)).map((document) => document.toJS()),
  );
  const pods = manifests.flatMap(({ spec }) => spec.template ?? []);
  const containers = pods.flatMap(({ spec }) => spec.containers);

  it('the kustomize base lists every file, and each is an object with a version, a kind and a name', () => {
    const files = globSync('*.yaml', { cwd: join(root, directory) }).filter((name) => name !== 'kustomization.yaml');
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
    const versions: Record<string, string> = {
      Deployment: 'apps/v1',
      Job: 'batch/v1',
      Service: 'v1',
      PodDisruptionBudget: 'policy/v1',
      NetworkPolicy: 'networking.k8s.io/v1',
    };
    for (const { apiVersion, kind, metadata } of manifests) {
      expect([kind, apiVersion]).toEqual([kind, versions[kind]]);
      expect(metadata.name).toMatch(/^makewhole[a-z-]*$/);
    }
    const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('selectors match the labels of the pods', () => {
    for (const { kind, spec } of manifests) {
      if (kind !== 'Deployment') continue;
      expect(spec.template?.metadata.labels).toMatchObject(spec.selector?.matchLabels ?? { none: 'selected' });
    }
  });

  it('pods meet the restricted pod security standard, with bounded memory and existing mounts', () => {
    expect(containers).toHaveLength(4);
    for (const { spec } of pods) {
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      const volumes = spec.volumes.map(({ name }) => name);
      for (const { volumeMounts, securityContext, resources } of spec.containers) {
        expect(volumeMounts.filter(({ name }) => !volumes.includes(name))).toEqual([]);
        expect(resources.limits.memory).toMatch(/^\d+Gi$/);
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('pods start existing files with existing settings, and the document parser has no secret', () => {
    for (const { args, env, image, ports = [], readinessProbe } of containers) {
      expect(existsSync(join(root, args[0] ?? ''))).toBe(true);
      expect(unknownSettings(env.map(({ name }) => name))).toEqual([]);
      expect(kustomization.images.map(({ name }: { name: string }) => name)).toContain(image);
      if (readinessProbe === undefined) continue;
      expect(readinessProbe.httpGet.path).toBe('/readyz');
      expect(ports.map(({ name }) => name)).toContain(readinessProbe.httpGet.port);
    }
    const parser = containers.find(({ name }) => name === 'document-parser');
    expect(parser?.envFrom).toBeUndefined();
    expect(parser?.volumeMounts.map(({ name }) => name)).toEqual(['document-parser-tmp', 'document-parser']);
  });
});
