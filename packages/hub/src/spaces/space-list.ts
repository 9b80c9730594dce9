import { type Comparison, type ContentState, type JsonObject, passesComparison } from '@meridian/store';

/** Which spaces a list shows. */
export type SpaceListQuery = {
  /** `me`, `others`, `*` or an account id. */
  owner: string;
  includeRights: boolean;
  tag: string | undefined;
  /** Times; what is no number is compared as text. */
  contentUpdatedAt: readonly { comparison: Comparison; operands: readonly (number | string)[] }[];
  limit: number | undefined;
  /** The serial number behind which to go on. */
  after: number;
};

export type SpaceList = { spaces: JsonObject[]; next: number | undefined };

export function isOwnedBy(query: SpaceListQuery, owner: string, me: string): boolean {
  switch (query.owner) {
    case '*':
      return true;
    case 'me':
      return owner === me;
    case 'others':
      return owner !== me;
    default:
      return owner === query.owner;
  }
}

/** Content times: a space that was never written to has the time of its creation. */
export function contentTime(createdAt: number, content: ContentState): number {
  return content.version === 0 ? createdAt : content.updatedAt;
}

export function matchesTimes(time: number, tests: SpaceListQuery['contentUpdatedAt']): boolean {
  return tests.every(({ comparison, operands }) => {
    const passes = (operand: number | string) =>
      passesComparison(typeof operand === 'string' ? String(time) : time, comparison, [operand]);
    return comparison === '!=' ? operands.every(passes) : operands.some(passes);
  });
}
