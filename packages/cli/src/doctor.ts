import {
  type Diagnosis,
  DoctorFault,
  describeFault,
  type Environment,
  examineHub,
  Fault,
  type HubDiagnosis,
  readSettings,
} from '@meridian/server';
import { describeFaults } from './configuration.ts';
import type { Examine } from './doctor.command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { printed } from './json.ts';
import { storageFault } from './startup-fault.ts';
import { plural } from './terminal/words.ts';

/** Prints a line for each space as it is looked at, and a summary. */
export function examine(env: Environment): Examine {
  return async ({ data, repair = false, json = false }) => {
    const configuration = readSettings(env, data === undefined ? {} : { data });
    if (!configuration.ok) {
      process.stderr.write(describeFaults(configuration.faults.map(describeFault)));
      process.exitCode = EXIT_CODES.configuration.code;
      return;
    }
    try {
      const onDiagnosis = (diagnosis: Diagnosis) =>
        void (json || process.stdout.write(linesOf(diagnosis, repair)));
      const found = await examineHub(configuration.settings, { repair, onDiagnosis });
      process.stdout.write(json ? printed(found) : summary(found, repair));
      process.exitCode = isSound(found) ? EXIT_CODES.orderly.code : EXIT_CODES.failure.code;
    } catch (error) {
      const fault = faultOf(error, configuration.settings.data);
      process.stderr.write(`${fault.message}\n`);
      process.exitCode = fault.code;
    }
  };
}

/** Anything else is a bug of ours, and crashes. */
function faultOf(error: unknown, data: string): { code: number; message: string } {
  if (error instanceof DoctorFault) return { code: EXIT_CODES.failure.code, message: error.message };
  if (error instanceof Fault && error.kind === 'unavailable')
    return { code: EXIT_CODES.databaseUnusable.code, message: error.message };
  const fault = storageFault(error, { data });
  if (!fault) throw error;
  return fault;
}

/** Whether nothing is damaged any more, and nothing was lost. */
function isSound({ catalogue, spaces }: HubDiagnosis): boolean {
  return (
    catalogue.length === 0 &&
    spaces.every(
      ({ findings, isRepaired, lost }) => findings.length === 0 || (isRepaired && lost.length === 0),
    )
  );
}

function linesOf({ space, features, findings, isRepaired, lost }: Diagnosis, repair: boolean): string {
  if (findings.length === 0) return `${space}: sound, ${plural(features, 'feature')}\n`;
  const state = isRepaired ? `repaired, ${plural(features, 'feature')}` : 'damaged';
  const remedy = (canRebuild: boolean) =>
    canRebuild
      ? repair
        ? ''
        : ' (can be rebuilt)'
      : ' (can not be rebuilt: restore it from a backup, or delete it)';
  return [
    `${space}: ${state}`,
    ...findings.map(({ what, canRebuild }) => `  ${what}${isRepaired ? '' : remedy(canRebuild)}`),
    ...lost.map((what) => `  lost: ${what}`),
    '',
  ].join('\n');
}

function summary({ catalogue, spaces, leftOver }: HubDiagnosis, repair: boolean): string {
  const damaged = spaces.filter(({ findings }) => findings.length > 0);
  const repaired = damaged.filter(({ isRepaired }) => isRepaired).length;
  const repairs = repair ? `, ${repaired} of them repaired` : '';
  const hint =
    !repair && damaged.some(({ findings }) => findings.some(({ canRebuild }) => canRebuild))
      ? ['Run it again with --repair to rebuild what can be rebuilt; make a copy of the data first.']
      : [];
  return [
    ...catalogue.map((what) => `${what}. Restore the data folder from a backup ("meridian restore").`),
    ...leftOver.map((what) => `No space has ${what}: it is left as it is.`),
    `${plural(spaces.length, 'space')} checked, ${damaged.length} damaged${repairs}.`,
    ...hint,
    '',
  ].join('\n');
}
