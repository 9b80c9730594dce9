import type { Library } from './libraries.ts';
import type { SharedLibrary } from './shared-libraries.ts';

interface Inside {
  libraries: readonly Library[];
  shared: readonly SharedLibrary[];
  nodeVersion: string;
}

/** What is inside, as a CycloneDX document. The same content gives the same document. */
export function sbom(version: string, { libraries, shared, nodeVersion }: Inside): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'meridian', version, licenses: licence('Apache-2.0') },
    },
    components: [
      {
        type: 'platform',
        name: 'node',
        version: nodeVersion,
        purl: `pkg:generic/node@${nodeVersion}`,
        licenses: licence('MIT'),
      },
      ...shared.map(({ name, version, debianPackage, spdx }) => ({
        type: 'library',
        name,
        version,
        purl: `pkg:deb/debian/${debianPackage}@${encodeURIComponent(version)}`,
        licenses: licence(spdx),
      })),
      ...libraries.map(({ name, version, license }) => ({
        type: 'library',
        name,
        version,
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
        licenses: licence(license),
      })),
    ],
  };
}

function licence(expression: string): object[] {
  return /^[\w.+-]+$/.test(expression)
    ? [{ license: { id: expression } }]
    : [{ license: { name: expression } }];
}
