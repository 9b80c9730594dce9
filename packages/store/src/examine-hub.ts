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
  if (isEmbedded(location)) {
    const { examineFolder } = await import('./engines/sqlite/doctor/sqlite-doctor.ts');
    return examineFolder(location.data, options);
  }
  const { examineDatabase } = await import('./engines/postgres/doctor/postgres-doctor.ts');
  return examineDatabase(location.store, options);
}
