import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A library of the system that Node is linked with and that a fresh system does not have. */
export interface SharedLibrary {
  name: string;
  version: string;
  debianPackage: string;
  spdx: string;
  /** Where it is on this machine. */
  file: string;
  licence: string;
}

/** Node 26 needs libatomic, which comes with a compiler; the C and C++ libraries are on every Debian and Ubuntu. */
const SHIPPED = [
  {
    name: 'libatomic',
    file: 'libatomic.so.1',
    debianPackage: 'libatomic1',
    spdx: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    licenceFiles: ['/usr/share/doc/libatomic1/copyright', '/usr/share/common-licenses/GPL-3'],
  },
] as const;

/** Those of them that the program `node` loads. */
export function sharedLibrariesOf(node: string): SharedLibrary[] {
  const loaded = execFileSync('ldd', [node], { encoding: 'utf8' });
  return SHIPPED.flatMap(({ name, file, debianPackage, spdx, licenceFiles }) => {
    if (!loaded.includes(file)) return [];
    const path = new RegExp(`${RegExp.escape(file)} => (\\S+)`).exec(loaded)?.[1];
    if (path === undefined) throw new Error(`${node} needs ${file}: install the package ${debianPackage}`);
    const status = execFileSync('dpkg', ['--status', debianPackage], { encoding: 'utf8' });
    const version = /^Version: (.+)$/m.exec(status)![1]!;
    const licence = licenceFiles.map((text) => readFileSync(text, 'utf8')).join('\n\n');
    return [{ name, version, debianPackage, spdx, file: path, licence }];
  });
}
