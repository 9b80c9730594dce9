import { type Account, Fault, invalid, type JsonObject, LOG_NAMESPACE } from '@meridian/store';
import { accountMay, type Caller, may, requireRight } from '../accounts/rights.ts';
import { withBindings } from '../spaces/bindings.ts';
import type { Space, SpaceLookup } from '../spaces/space.ts';
import { readSpaceId } from '../spaces/space-id.ts';

/** The logs that a definition asks for must be spaces that the caller may write into, or may create. */
export function checkLogs(caller: Caller, { id, owner, activityLogs }: Space, find: SpaceLookup): void {
  const name = 'listeners.activity-log: params.spaceId';
  for (const { spaceId } of activityLogs) {
    if (spaceId === id) throw invalid(`${name}: a space can't be its own log`);
    const log = find(spaceId);
    if (log?.upstreams)
      throw invalid(
        `${name}: ${JSON.stringify(spaceId)} is a virtual space, which has no features of its own`,
      );
    if (log) requireRight(caller, log, ['createFeatures']);
    else {
      readSpaceId(spaceId, name);
      const subject = { id: spaceId, owner, packages: [], shared: false };
      if (!may(caller, 'manageSpaces', subject))
        throw new Fault(
          'forbidden',
          `the token lacks the right manageSpaces on space ${JSON.stringify(spaceId)}, which is to be made for the log`,
        );
    }
  }
}

/**
 * Whether entries about a space may be written into the space that has the id of its log now. It must be the space that
 * was meant when the log was configured, or one that the hub created to be a log; and nothing goes from one account to
 * another unless the account that configured it may still act on both.
 */
export async function mayLogInto(
  source: Space,
  log: Space,
  accountOf: (id: string) => Promise<Account | undefined>,
): Promise<boolean> {
  const isOwnLog = log.owner === source.owner;
  const { logs = {} } = source.bindings;
  const binding = Object.hasOwn(logs, log.id) ? logs[log.id]! : undefined;
  if (binding === undefined || binding.serial !== log.serial) return isOwnLog && log.bindings.isLog === true;
  if (isOwnLog) return true;
  const account = await accountOf(binding.by);
  return (
    account !== undefined && !account.disabled && accountMay(account, source) && accountMay(account, log)
  );
}

/** The space that is created for a log where there is none. */
export function logDefinition(id: string, source: Space): JsonObject {
  const now = Date.now();
  const definition = {
    id,
    title: `Activity log of ${source.id}`,
    owner: source.owner,
    searchableProperties: { [`${LOG_NAMESPACE}.id`]: true },
    createdAt: now,
    updatedAt: now,
  };
  return withBindings(definition, { isLog: true });
}
