import { existsSync, readdirSync } from 'node:fs';
import { damageOf } from '../../../model/storage-fault.ts';
import {
  type Diagnosis,
  DoctorFault,
  type DoctorOptions,
  type HubDiagnosis,
} from '../../../transfer/diagnosis.ts';
import { cataloguePath } from '../catalogue/catalogue-file.ts';
import { checkFormat, openExisting } from '../database.ts';
import { lockFolder } from '../lock.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { spacePath, spacesFolder } from '../space-files.ts';
import { checkSpace } from './check-space.ts';
import { repairSpace } from './repair-space.ts';

type Listed = { id: string; file: string };

/** Looks at everything in a data folder that no server uses. */
export async function examineFolder(folder: string, options: DoctorOptions): Promise<HubDiagnosis> {
  if (!existsSync(folder)) throw new DoctorFault(`there is no data folder ${folder}`);
  const unlock = lockFolder(folder);
  try {
    const { findings, spaces, strays } = readCatalogue(folder);
    const diagnoses: Diagnosis[] = [];
    for (const space of spaces) {
      const diagnosis = await examine(folder, space, options.repair);
      options.onDiagnosis(diagnosis);
      diagnoses.push(diagnosis);
    }
    const known = new Set([...spaces.map(({ file }) => file), ...strays]);
    return { catalogue: findings, spaces: diagnoses, leftOver: leftOver(folder, known) };
  } finally {
    unlock();
  }
}

async function examine(folder: string, { id, file }: Listed, isRepairing: boolean): Promise<Diagnosis> {
  const path = spacePath(folder, file);
  const { features, findings } = await checkSpace(path);
  const diagnosis: Diagnosis = { space: id, features, findings, isRepaired: false, lost: [] };
  const canTry =
    findings.length > 0 && findings.some(({ canRebuild, what }) => canRebuild || /are damaged: /.test(what));
  if (!isRepairing || !canTry) return diagnosis;
  const lost = await repairSpace(path);
  if (!lost) return diagnosis;
  const after = await checkSpace(path);
  return { ...diagnosis, features: after.features, isRepaired: after.findings.length === 0, lost };
}

function readCatalogue(folder: string): { findings: string[]; spaces: Listed[]; strays: string[] } {
  const path = cataloguePath(folder);
  const unreadable = (what: string) => ({ findings: [`${path} ${what}`], spaces: [], strays: [] });
  if (!existsSync(path)) return unreadable('is missing');
  try {
    const database = openExisting(path);
    try {
      if (checkFormat(database, path, CATALOGUE_MIGRATIONS.length) === 0) return unreadable('is empty');
      const messages = database.prepare('PRAGMA integrity_check(5)').all();
      const findings = messages
        .map((row) => row.integrity_check as string)
        .filter((message) => message !== 'ok')
        .map((message) => `${path} is damaged: ${message.replaceAll('\n', ' ')}`);
      const spaces = database.prepare('SELECT id, file FROM space ORDER BY serial').all() as Listed[];
      const strays = database.prepare('SELECT file FROM stray_file').all();
      return { findings, spaces, strays: strays.map(({ file }) => file as string) };
    } finally {
      database.close();
    }
  } catch (error) {
    const damage = damageOf(error);
    if (damage === undefined) throw error;
    return unreadable(damage);
  }
}

/** Files of spaces that the catalogue does not name. They stay: they may be all that is left of something. */
function leftOver(folder: string, known: ReadonlySet<string>): string[] {
  if (!existsSync(spacesFolder(folder))) return [];
  return readdirSync(spacesFolder(folder))
    .filter((name) => name.endsWith('.db') && !known.has(name))
    .map((name) => spacePath(folder, name));
}
