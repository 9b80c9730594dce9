import { examineDatabase } from './engines/postgres/doctor/postgres-doctor.ts';
import { examineFolder } from './engines/sqlite/doctor/sqlite-doctor.ts';
import { isEmbedded, isInMemory, type StoreLocation } from './open-store.ts';
import { DoctorFault, type DoctorOptions, type HubDiagnosis } from './transfer/diagnosis.ts';

/** Checks every space of a hub, and repairs what can be rebuilt from what is readable, if that is asked for. */
export async function examineHub(
  location: Pick<StoreLocation, 'store' | 'data'>,
  options: DoctorOptions,
): Promise<HubDiagnosis> {
  if (isInMemory(location))
    throw new DoctorFault(
      'the store is memory: (MERIDIAN_STORE), and nothing outlasts its server: there is nothing to check',
    );
  return isEmbedded(location)
    ? examineFolder(location.data, options)
    : examineDatabase(location.store, options);
}
